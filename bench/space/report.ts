import type { Agreement } from '../agreement.ts';
import { figure } from '../chart.ts';
import type { Result } from '../result.ts';
import { SPACE_PEER_NAMES, SPACE_PEERS } from './peer.ts';
import { SPACE_SCENARIOS } from './scene.ts';

export interface SpaceReport {
  readonly results: readonly Result[];
  readonly agreements: ReadonlyMap<string, Agreement>;
  readonly versions: ReadonlyMap<string, string>;
  readonly machine: string;
  readonly command: string;
  readonly problems: readonly string[];
}

const HEAD = `# Benchmarks in space

\`npm run bench -- --3d\` runs each library in each scenario, one process at a time. The other libraries are dependencies of
\`bench/package.json\` and installed on demand; \`npm run bench -- --3d --help\` names scenarios, libraries and options, and \`--write\` writes
this page.

Everybody gets the same seeded positions, rotations and motion, rounded to f32, and does the same work: it takes over the transforms, finds
all overlapping pairs with a contact, says which pairs began and ended, and normal, depth and points of every contact are read in JavaScript.
Every library is set up as cheaply as it allows:

- The *grid* is written for these very worlds: it knows the largest size and the extents beforehand. Spheres meet in closed form, boxes by the
  same kernel as ours; begin and end come from a hash table over typed arrays.
- *Jolt* has kinematic bodies that collide with kinematic ones, so that nothing is solved, and contacts of what overlaps only; they are read
  from its memory in its listener. It rounds the edges of boxes, hulls and cylinders by 0.05, its default: without, it is slower.
- *Rapier* has kinematic bodies that are placed directly, a prediction distance of 0, and sends collision events.
- *crashcat* has kinematic bodies and a tick of no length; its edges are rounded as Jolt's.
- *cannon-es* is its broad and narrow phase without its step; its capsules and cylinders are prisms, its contacts single points.

The worlds are cubes in which about one body in two touches another: spheres of radius 0.5 in T1; boxes of half extents 0.3 to 0.7 in T2; a fifth
each of spheres, capsules, boxes, hulls of 16 to 32 points and cylinders in T3; such hulls alone in T3H. They drift by up to 4 units and turn by up
to 3 radians a second at 60 ticks a second. Ticks before those measured only warm up. In the four ticks after those, the pairs are compared with
ours one by one, and the run fails when the separation of a pair that only one of the two has is more than the other's rounding, or says that ours is
wrong. Where answers to a question differ, all bodies and triangles are asked one by one, and ours has to be what that gives.

Two scenarios time a question that is asked after each tick, and not the tick. In Q1 10,000 rays, as long as the cube's sides, are cast from
anywhere in T3 to anywhere; distance, body and normal are read. In F1 a camera that turns in the middle asks which of 100,000 boxes it may see, by
their upright boxes; ours makes its hierarchy of what moves within that time. The loops test each box: three's \`Frustum.intersectsBox\` over Box3
objects, and the same arithmetic over flat arrays; they are handed boxes that are up to date.

A scan of a dragon with 47,794 triangles, 20 units long, is the mesh of T4, T5, Q2 and Q3. In T4 500 bodies as those of T3 drift and turn near its
surface and meet nothing but the mesh. Triangles whose back is towards the middle of a body are passed, which Jolt always does, by ours (\`oneSided\`) and
crashcat, to which one can say so; Rapier, to which one cannot, meets them from both sides, as all but Jolt do in T4B. Of a pair that one of two libraries lacks,
every triangle that overlaps the body is looked at. Contacts of one pair are merged by ours where their normals are the same to 1e-4, by Jolt where they differ by a few degrees; Rapier has one
a triangle. In T5 a second dragon swings through the first; pairs alone are T5P, in which three-mesh-bvh and our \`findMeshTreePairs\` tell which
triangles meet. Q2 casts rays from a sphere around the dragon into its box, both faces count; Q3 asks for the nearest points of places in and around that
box; Q4 casts spheres of radius 0.5 through T3, which are stopped by what they begin in if they
get deeper. Jolt takes the direction of the cast for the normal where the sphere's middle begins in a body, and so is stopped there on the way out as
well, in one cast of 45; Rapier stops up to 0.004 late. Distances and pairs of triangles are compared one by one.

In M1 1,000 capsules, 1.7 high and 0.5 wide, walk on the dragon and on a floor below it at 1.5 units a second, and pass through each other: by
\`moveAndSlide\`, by Jolt's \`CharacterVirtual.ExtendedUpdate\`, and by Rapier's character controller with autostep and snapping. All keep a distance of
0.02, walk up steps of 0.3 and slopes of 50°, and stay on ground 0.3 below. Each takes another direction once a second, and is put back to where it began
once in four seconds. One tick of all of them is timed, and how many stand is compared.`;

function table(rows: readonly (readonly string[])[]): string {
  const lines = rows.map((row) => `| ${row.join(' | ')} |`);
  const rule = `|${rows[0].map((_, i) => (i === 0 ? '---' : '---:')).join('|')}|`;
  return [lines[0], rule, ...lines.slice(1)].join('\n');
}

/** The text of docs/benchmarks-3d.md. */
export function spaceReport({ results, agreements, versions, machine, command, problems }: SpaceReport): string {
  const of = (scenario: string, peer: string): Result | undefined =>
    results.find((r) => r.scenario === scenario && r.peer === peer && r.unsupported === undefined);
  const scenarios = Object.keys(SPACE_SCENARIOS).filter((name) => of(name, 'ours') !== undefined);
  const peers = SPACE_PEER_NAMES.filter((peer) => results.some((r) => r.peer === peer));
  const medians = [
    ['median ms', ...scenarios],
    ...peers.map((peer) => [
      SPACE_PEERS[peer].title,
      ...scenarios.map((scenario) => {
        const result = of(scenario, peer);
        return result === undefined ? '–' : figure(result.medianMs);
      }),
    ]),
    ['pairs', ...scenarios.map((scenario) => String(of(scenario, 'ours')?.pairs ?? '–'))],
  ];
  const ticks = scenarios.map((scenario) => {
    const mine = of(scenario, 'ours')!;
    const packages = results.filter(
      (r) => r.scenario === scenario && r.unsupported === undefined && SPACE_PEERS[r.peer].isPackage,
    );
    const fastest = [...packages].sort((a, b) => a.meanMs - b.meanMs)[0];
    const steadiest = [...packages].sort((a, b) => a.p99Ms - b.p99Ms)[0];
    return [
      scenario,
      ...[mine.medianMs, mine.meanMs, mine.p95Ms, mine.p99Ms, mine.maxMs].map(figure),
      fastest === undefined ? '–' : `${figure(fastest.meanMs)} (${fastest.peer})`,
      fastest === undefined ? '–' : `${(fastest.meanMs / mine.meanMs).toFixed(1)}×`,
      steadiest === undefined ? '–' : `${(steadiest.p99Ms / mine.p99Ms).toFixed(1)}×`,
    ];
  });
  const setUps = peers.map((peer) => [
    SPACE_PEERS[peer].title,
    ...scenarios.map((scenario) => figure(of(scenario, peer)?.firstMs ?? Number.NaN).replace('NaN', '–')),
  ]);
  const names = scenarios.map((name) => `**${name}** ${SPACE_SCENARIOS[name].title}`).join('; ');
  const packages = [...versions].map(([name, version]) => `${name} ${version}`).join(', ');
  const wins = scenarios.flatMap((scenario) => {
    const mine = of(scenario, 'ours')!;
    const faster = results.filter((r) => r.scenario === scenario && r.medianMs < mine.medianMs);
    return faster.map(
      (r) => `- ${scenario}: ${SPACE_PEERS[r.peer].title}, ${figure(r.medianMs)} against ${figure(mine.medianMs)} ms.`,
    );
  });
  const differing = [...agreements]
    .filter(([, { text }]) => text !== '')
    .map(([name, { text }]) => `- ${name}: ${text}.`);
  return [
    HEAD,
    `## Measured\n\n![Medians by scenario, logarithmic](benchmarks-3d.svg)\n\n${names}.\n\n${table(medians)}`,
    `${machine}. Command: \`${command}\`. Versions: ${packages}. Times change with the machine; the ratios between libraries change less.`,
    `## Means and worst ticks\n\n${table([['ms', 'ours, median', 'mean', 'p95', 'p99', 'worst', 'fastest package, mean', 'ratio of means', 'ratio of lowest p99'], ...ticks])}`,
    `## Setting up\n\nMilliseconds to load the library and to make all bodies, hulls built from their points among them.\n\n${table([['ms', ...scenarios], ...setUps])}`,
    wins.length === 0 ? '' : `## Where others are faster\n\n${wins.join('\n')}`,
    differing.length === 0 ? '' : `## Pairs that differ\n\n${differing.join('\n')}`,
    problems.length === 0 ? '' : `## Problems\n\n${problems.map((problem) => `- ${problem}`).join('\n')}`,
  ]
    .filter((section) => section !== '')
    .join('\n\n')
    .concat('\n');
}
