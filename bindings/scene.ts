// A scene is plain data: what JSON can hold, nothing else. A world is built from one.

/** Two numbers in two dimensions, three in three. */
export type Vector = ArrayLike<number>

export interface Scene {
  dimension: 2 | 3
  /** Seconds a step. A fraction of radius over relative velocity. */
  timeStep: number
  gravity?: Vector
  /** Of the random sweeps. Default 1. */
  seed?: number
  /** Directions in which space closes on itself: [from, to]. Positions are not wrapped. */
  periodic?: { x?: readonly [number, number]; y?: readonly [number, number]; z?: readonly [number, number] }
  /** Names of materials, at most 16. Default ['grain', 'wall']: bodies are of the first, boundaries of the last. */
  materials?: readonly string[]
  /** One law for all, or rules of which later ones override earlier ones. Pairs that no rule names are frictionless. */
  friction?: FrictionLaw | readonly FrictionRule[]
  bodies?: readonly BodySpec[]
  boundaries?: readonly BoundarySpec[]
  solver?: SolverOptions
  /** 'positive': overlaps are kept from growing, 003 Eq. 33 (default). 'signed': they are pushed out at once. */
  gapRule?: 'positive' | 'signed'
  /**
   * How far beyond its motion each grain looks for contacts, in radii; not negative. Default 0.01. The list of candidates serves until a grain
   * has used this up: with more there are fewer searches, and more candidates in every sweep.
   */
  skin?: number
  /** Overlap that is let in at the start, in radii of the smaller grain. Default 1e-6. */
  allowedOverlap?: number
  /** The most memory the world may take, in bytes, from 128 KiB to 4 GiB. Default what WebAssembly can give. */
  maximumMemory?: number
}

/** C1, one coefficient (a number will do), or C2, a static and a dynamic one. */
export type FrictionLaw =
  | number
  | { law?: 'C1'; mu: number }
  | { law?: 'C2'; static: number; dynamic: number }

/** A law between two materials, or without `between` for all pairs. */
export type FrictionRule = Exclude<FrictionLaw, number> & { between?: readonly [string, string] }

export interface BodySpec {
  position: Vector
  radius: number
  /** Per volume in three dimensions, per area in two. Default 1; `mass` overrides it. */
  density?: number
  mass?: number
  /** Moment of inertia. Default that of a solid sphere or disk. */
  inertia?: number
  velocity?: Vector
  /** A number (about z) in two dimensions, a vector in three. */
  angularVelocity?: number | Vector
  /** In two dimensions. */
  angle?: number
  /** In three dimensions: a quaternion [x, y, z, w]. */
  orientation?: Vector
  /** External force, besides gravity. */
  force?: Vector
  torque?: number | Vector
  material?: string
  /** 'fixed' does not move, 'kinematic' moves with the velocities given, whatever pushes. Default 'dynamic'. */
  kind?: 'dynamic' | 'fixed' | 'kinematic'
  /** false: contacts and torques do not turn it. */
  rotates?: boolean
}

interface BoundaryMotion {
  material?: string
  /** Prescribed velocity of its point. */
  velocity?: Vector
  /** Prescribed rotation about its point. */
  angularVelocity?: number | Vector
  /** Free to move along one direction, on top of what is prescribed: a piston. Gravity acts on its mass. */
  free?: { direction: Vector; mass: number; force?: number; speed?: number }
  enabled?: boolean
}

/**
 * A plane is solid behind its normal. With `along` it becomes a thin half-plane (a half-line in two dimensions), solid from
 * both sides: what lies from an edge through its point in that direction. With `inner` or `outer` it becomes a thin plate between these distances from its
 * point, solid from both sides: a segment or a floor with a gap in two dimensions, a disk, a ring, a floor with an orifice in three.
 */
export interface PlaneSpec extends BoundaryMotion {
  shape: 'plane'
  point: Vector
  normal: Vector
  /** Perpendicular to the normal. */
  along?: Vector
  inner?: number
  outer?: number
}

/** A cylinder without ends (a circle in two dimensions), grains inside or outside. */
export interface CylinderSpec extends BoundaryMotion {
  shape: 'cylinder'
  point: Vector
  /** In three dimensions. */
  axis?: Vector
  radius: number
  side: 'inside' | 'outside'
}

export type BoundarySpec = PlaneSpec | CylinderSpec

export interface SolverOptions {
  /**
   * 'local': the change of every force in a sweep is below tolerance (|R| + cutoff <|R|>), 003 Eq. 35 (default).
   * 'global': the change of the mean force is below tolerance times it, Eq. 36. 'fixed': maxSweeps sweeps, Eq. 37.
   */
  criterion?: 'local' | 'global' | 'fixed'
  /** Default 1e-4. */
  tolerance?: number
  /** In mean forces, for 'local'. Default 1. */
  cutoff?: number
  /** Default 1000 (50 for 'fixed'). */
  maxSweeps?: number
  /**
   * 'blocks': neighbouring contacts in pairs, in coloured blocks; colours, and what is inside, in an order drawn anew each sweep. Fast, the
   * default, and the only one that several threads sweep together.
   * 'random': any contact after any other, as in the papers. 'symmetric' goes forth and back.
   */
  order?: 'blocks' | 'random' | 'sequential' | 'reverse' | 'symmetric'
  /** How 'blocks' computes: 'scalar' is the slow twin of 'vector' (default), the same to the last bit. For tests. */
  kernel?: 'vector' | 'scalar'
  /** 'parallel' (Jacobi) is there to be studied: it may diverge. It knows no order, and one thread does it. Default 'sequential'. */
  update?: 'sequential' | 'parallel'
  /** Start from the forces of the step before. Default true. */
  warmStart?: boolean
}
