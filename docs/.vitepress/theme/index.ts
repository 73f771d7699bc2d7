import DefaultTheme from 'vitepress/theme';
import { h } from 'vue';
import HeroPictures from './hero-pictures.ts';
import Installation from './installation.ts';
import Scene from './scene.ts';
import Scenes from './scenes.ts';
import './style.css';

export default {
  extends: DefaultTheme,
  Layout: () =>
    h(DefaultTheme.Layout, null, {
      'home-hero-image': () => h(HeroPictures),
      'home-hero-info-after': () => h(Installation),
      'home-features-after': () => h(Scenes),
      'doc-footer-before': () => h(Scene),
    }),
};
