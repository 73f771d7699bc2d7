import { setRoutines } from '../../core/narrow-phase/routine-table.ts';
import { findRoundAxis } from '../geometry/contact/find-round-axis.ts';
import { locateRoundContact } from '../geometry/contact/locate-round-contact.ts';
import { type RoundContacts, setRoundContacts } from '../geometry/contact/round-contacts.ts';
import type { CoreShape } from '../geometry/convex/convex-body.ts';
import { SHAPE_BOX, SHAPE_CAPSULE, SHAPE_CONE, SHAPE_CYLINDER, SHAPE_SPHERE } from '../shapes/shape-kind.ts';
import { collideHullRound, collideRoundHull, collideRounds } from './collide-round.ts';
import { collideRoundSphere, collideSphereRound } from './collide-sphere-round.ts';
import { cores } from './load-body.ts';
import { routines } from './routine-table.ts';

const roundContacts: RoundContacts = { findAxis: findRoundAxis, locate: locateRoundContact };

/** Writes how cylinders or cones collide with spheres, capsules, boxes, triangles, and with each other. */
export function addRoundRoutines(kind: number, core: CoreShape): void {
  cores[kind] = core;
  setRoundContacts(roundContacts);
  setRoutines(routines, SHAPE_SPHERE, kind, collideSphereRound, collideRoundSphere);
  setRoutines(routines, kind, SHAPE_CAPSULE, collideRoundHull, collideHullRound);
  setRoutines(routines, kind, SHAPE_BOX, collideRoundHull, collideHullRound);
  setRoutines(routines, kind, SHAPE_CYLINDER, collideRounds, collideRounds);
  setRoutines(routines, kind, SHAPE_CONE, collideRounds, collideRounds);
}
