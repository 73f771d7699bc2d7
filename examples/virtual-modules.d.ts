/** Made by scripts/editor-types.ts. */
declare module 'virtual:editor-types/*' {
  const pack: Readonly<Record<string, string>>;
  export default pack;
}
