/** Types of the engine that hold for both dimensions, and what a user knows them as. */
const TYPES_OF_DIMENSION: Readonly<Record<string, string>> = {
  contact: 'Contact',
  transform: 'TransformStore',
  collider: 'ColliderStore',
  spec: 'ShapeSpec',
  set: 'ComponentValues',
};

/** Headings that TypeDoc puts over parts of a description: in an outline they would hide the names. */
const PARTS =
  /^#{3,6} (Parameters|Returns|Throws|Type Parameters|Type Parameter|Properties|Default Value|Example|See|Overrides|Inherited from|Extended by|Extends|Implements|Type Declaration|Index Signature|Indexable)$/gm;

/** Headings that are left out, as the signature below each speaks for itself. */
const SIGNATURES = /^#{3,6} (Get|Set|Call) Signature\n\n/gm;

/** Makes TypeDoc's Markdown read as the guide does: no types of the engine, an outline of names, samples in colour. */
export function readableMarkdown(text: string): string {
  return colouredSamples(withoutEngineTypes(text)).replaceAll(SIGNATURES, '').replaceAll(PARTS, '**$1**');
}

/** Writes what a user imports in place of types that only the engine's own sources know. */
function withoutEngineTypes(text: string): string {
  return (
    text
      // The two forms of the type: within a piece of code, and in a cell of a table, where TypeDoc marks each part as
      // code.
      .replaceAll(/\bTypes\["(\w+)"\]/g, (whole, key: string) => TYPES_OF_DIMENSION[key] ?? whole)
      .replaceAll(/`Types`\\\[`"(\w+)"`\\\]/g, (whole, key: string) => `\`${TYPES_OF_DIMENSION[key] ?? whole}\``)
      .replaceAll(/Collision<(Plane|Space)Types>/g, 'Collision')
      .replaceAll(/`Collision`\\<`(Plane|Space)Types`\\>/g, '[`Collision`](/api/collision)')
      // What an interface is made of inside is listed among its properties.
      .replaceAll(/^#+ Extends\n\n- `\w+`\\<[^\n]*(Plane|Space)Types[^\n]*\n\n/gm, '')
      .replaceAll(/^#+ Type Parameters\n\n\| Type Parameter \|\n\| -+ \|\n\|[^\n]*`Types`[^\n]*\n\n/gm, '')
  );
}

/** Docstrings indent their samples; with a language they are coloured as those of the guide are. */
function colouredSamples(text: string): string {
  return text.replaceAll(/(?<=\n\n)(?: {4}[^\n]*\n(?:\n(?= {4}))?)+/g, (sample) => {
    const lines = sample.trimEnd().split('\n');
    return ['```ts', ...lines.map((line) => line.slice(4)), '```', ''].join('\n');
  });
}
