export * from 'pixi.js';
