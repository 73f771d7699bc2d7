import { CONTACT_NORMAL_X, CONTACT_NORMAL_Y, CONTACT_NORMAL_Z } from '../../src/3d/geometry/contact/contact-layout.ts';
import { type ContactBase, ContactViewBase } from '../core/contact-view.ts';

/**
 * One contact between two colliders, or between two children of them, of up to four points. World units and axes.
 *
 * A view: the same object shows the next contact when the loop or handler goes on. Copy what is to be kept.
 */
export interface Contact extends ContactBase {
  /** Unit, from a to b. (0, 0, 0) for sensors. */
  readonly normalX: number;
  readonly normalY: number;
  readonly normalZ: number;
  /** Returns the coordinates of point i, midway between the two surfaces. */
  pointX(i: number): number;
  pointY(i: number): number;
  pointZ(i: number): number;
}

/** The view, and the methods that move it from contact to contact. */
export class ContactView extends ContactViewBase implements Contact {
  normalX = 0;
  normalY = 0;
  normalZ = 0;

  protected override showNormal(sign: number): void {
    const { manifolds } = this.list;
    // Adding to 0 keeps a zero positive.
    this.normalX = sign === 0 ? 0 : 0 + sign * manifolds[this.first + CONTACT_NORMAL_X];
    this.normalY = sign === 0 ? 0 : 0 + sign * manifolds[this.first + CONTACT_NORMAL_Y];
    this.normalZ = sign === 0 ? 0 : 0 + sign * manifolds[this.first + CONTACT_NORMAL_Z];
  }

  pointX(i: number): number {
    return this.readPoint(i, 0);
  }

  pointY(i: number): number {
    return this.readPoint(i, 1);
  }

  pointZ(i: number): number {
    return this.readPoint(i, 2);
  }
}
