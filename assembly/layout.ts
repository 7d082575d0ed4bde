// Every record, field, stride and law number of the engine's memory. Literals only: this file is
// AssemblyScript and TypeScript at once, and the one place where both sides agree on where things are.
//
// The memory of a world:  [ world scalars | column addresses | capacities | static data | columns ... ]

// ---- the scalars of a world (world.ts holds the same as a class; a spec compares them) -----------------
export const WORLD = 64
export const WORLD_BYTES = 640

export const WORLD_TIME_STEP = 0
export const WORLD_TIME = 8
export const WORLD_GRAVITY = 16 // 3
export const WORLD_PERIOD_LOW = 40 // 3
export const WORLD_PERIOD_LENGTH = 64 // 3, zero where not periodic
export const WORLD_SKIN = 88 // in radii
export const WORLD_TOLERANCE = 96
export const WORLD_CUTOFF = 104
export const WORLD_RANDOM = 112 // u64
export const WORLD_DIMENSION = 120 // i32 from here
export const WORLD_BODIES = 124
export const WORLD_BOUNDARIES = 128
export const WORLD_CONTACTS = 132
export const WORLD_STEPS = 136
export const WORLD_NEXT_ID = 140
export const WORLD_LAW = 144
export const WORLD_GAP_RULE = 148
export const WORLD_ORDER = 152
export const WORLD_UPDATE = 156
export const WORLD_CRITERION = 160
export const WORLD_MAX_SWEEPS = 164
export const WORLD_WARM_START = 168
// the report of the last step
export const WORLD_SWEEPS = 172
export const WORLD_ROUNDS = 176
export const WORLD_ACTIVE = 180
export const WORLD_CRITERION_VALUE = 184 // f64 from here
export const WORLD_RESIDUAL_MAX = 192
export const WORLD_RESIDUAL_MEAN = 200
export const WORLD_OVERLAP_MAX = 208
export const WORLD_OVERLAP_MEAN = 216
export const WORLD_KINETIC_ENERGY = 224
export const WORLD_MOMENTUM = 232 // 3
export const WORLD_ANGULAR_MOMENTUM = 256 // 3
export const WORLD_DISSIPATED = 280
export const WORLD_EXTERNAL_WORK = 288
export const WORLD_BOUNDARY_WORK = 296
export const WORLD_DISSIPATED_TOTAL = 304
export const WORLD_MEAN_IMPULSE = 312
export const WORLD_MATERIALS = 320 // i32
export const WORLD_LISTED = 324 // i32, whether the contacts are those of a search that still holds
export const WORLD_LIST_HASH = 328 // u64, of pairs and images: people can write there
export const WORLD_STATE_BYTES = 336 // what a snapshot keeps and a hash reads; scratch beyond
export const WORLD_FAULT_INDEX = 336 // i32
export const WORLD_FAULT_FIELD = 340 // i32
export const WORLD_FAULT_VALUE = 344
export const WORLD_WATCH_MEAN = 352
export const WORLD_WATCH_NOISE = 360
export const WORLD_CELL_SIZE = 368
export const WORLD_CELL_COUNT = 376 // 3 x i32
export const WORLD_STENCIL = 388 // 3 x i32
export const WORLD_CANDIDATES = 400 // i32
export const WORLD_PAIRS = 404 // i32
export const WORLD_LOOSE_PAIRS = 408 // i32, the last of them, for contacts on free boundaries
export const WORLD_KERNEL = 412 // i32, not state: both kernels give the same bytes
export const WORLD_DUMMY = 416 // i32, the first of the solver's bodies that no one sees
export const WORLD_FRESH = 420 // i32, whether this step searched; its rows then still stand apart
export const WORLD_DEALT = 424 // i32, whether pairs and blocks are dealt for the contacts as they are
export const WORLD_BLOCKS = 428 // i32
export const WORLD_COLOURS = 432 // i32
export const WORLD_SURFACES = 436 // i32, contacts on boundaries
export const WORLD_SWEEP_SEED = 440 // u64
export const WORLD_PATCH = 448 // i32, blocks in a patch
export const WORLD_PATCHES = 452 // i32

// ---- columns: id, and in arena.ts their element size and what they grow with ---------------------------
export const COLUMN_ADDRESSES = 1024 // u32 each
export const CAPACITIES = 1280 // u32 each

export const POSITION = 0
export const VELOCITY = 1
export const ANGULAR_VELOCITY = 2
export const ORIENTATION = 3
export const ANGLE = 4
export const FORCE = 5
export const TORQUE = 6
export const RADIUS = 7
export const MASS = 8
export const INERTIA = 9
export const KIND = 10
export const MATERIAL = 11
export const ID = 12
export const CONTACT_ROW = 13 // first contact of the body, and first not of it
export const BOUNDARY = 14
export const FRICTION = 15
export const CONTACT_PAIR = 16
export const CONTACT_IMAGE = 17
export const CONTACT_NORMAL = 18
export const CONTACT_GAP = 19
export const CONTACT_IMPULSE = 20
export const CONTACT_STATE = 21
// where the search was made that the contacts come from, and how far it looked
export const SEARCH_PLACE = 22 // x, y, z, radius + reach
export const SEARCH_KIND = 23
export const SEARCH_BOUNDARY = 24
export const LAST_PERSISTENT = 24
// scratch of a step
export const REACH = 25
export const CELL = 26
export const NEXT_ROW = 27
export const SOLVER_BODY = 28
export const PAIR = 29 // two contacts side by side, solver/record.ts
export const ORDER = 30
export const NEXT_PAIR = 31
export const NEXT_IMAGE = 32
export const CELL_START = 33
export const ARM_BODY = 34
export const ARM_CONTACT = 35
export const CONTACT_POINT = 36
export const RANK = 37
export const CURVE_BODY = 38
export const LANE = 39 // contact and surface in each lane of the pairs, -1 for none
export const PATCH_LIST = 40 // patches of blocks, colour by colour
export const PARTIAL = 41 // sums of a share of the work
export const SURFACE = 42 // slot of each contact on a boundary
export const PATCH_SPAN = 43 // first and last patch that each shares a body with
export const BLOCK_SEQUENCE = 44 // blocks as a thread goes through them
export const BLOCK_BODIES = 45 // the bodies of each block, each once
export const BLOCK_BODY_BYTES = 46 // how long each of these lists is
export const OWN_COLUMNS = 47
// columns that lie in the scratch of a step, which is free between steps: reading them never moves memory
export const CONTACT_FORCE = 47
export const CONTACT_NORMAL_FORCE = 48
export const CONTACT_TANGENTIAL_FORCE = 49
export const CONTACT_NORMAL_IMPULSE = 50
export const CONTACT_TANGENTIAL_IMPULSE = 51
// columns of the search, which lie in the solver's bodies
export const SORTED_PLACE = 52
export const BOX = 53
export const SORTED_BODY = 54
export const CURVE_KEY = 55

// what a column grows with
export const PER_WORLD = 0
export const PER_BODY = 1
export const PER_BOUNDARY = 2
export const PER_CONTACT = 3
export const PER_SOLVER_BODY = 4
export const PER_CELL = 5
export const PER_ARM_BODY = 6
export const PER_ARM_CONTACT = 7
export const PER_PAIR = 8
export const PER_SHARE = 9
export const CAPACITY_KINDS = 10

// ---- small tables between the capacities and the static data -------------------------------------------
export const WAITING_LIST = 1408 // solver/batches.ts
export const BYTES_BEFORE = 1600 // arena.ts
export const SCALARS_BEFORE = 1792 // step.ts
export const COLOUR_START = 2176 // solver/colours.ts
export const COLOUR_ORDER = 2496
export const BLOCK_WORK = 2752
export const HITS = 7360 // neighbours/linkedCells.ts, 64 words and one
export const TEAM = 2816 // team.ts; its first word is the one that helpers wait at
export const TEAM_MAY_SLEEP = 2960 // i32, whether the thread that steps may sleep: not the main one of a page
export const TEAM_FAILED = 2964 // i32, whether a thread stopped in the middle of its work: the world is of no use then
export const TEAM_HELPERS = 3008 // of each: state, position, epoch since when it belongs to the team
export const HELPER_BYTES = 16
export const THREAD_SCRATCH = 3264
export const THREAD_BYTES = 256
export const MAX_THREADS = 16
export const SLICE = 512 // bodies a share of work
export const WORTHWHILE = 2048 // contacts and bodies; fewer are not worth calling anyone for
export const HELPER_AWAY = 0
export const HELPER_CALLED = 1
export const HELPER_READY = 2
export const HELPER_MEMBER = 3
export const HELPER_LEAVING = 4

// ---- bodies -----------------------------------------------------------------------------------------
export const DYNAMIC = 0
export const FIXED = 1
export const KINEMATIC = 2
export const MAX_MATERIALS = 16
// numbers beyond these have no place in physics, and within them no product of a step overflows
export const LARGEST = 1e50
export const SMALLEST = 1e-50
export const MAX_SOLVER_BODIES = 16777216 // 24 bits of an address

// ---- boundaries (boundaries.ts holds the same as a class) ---------------------------------------------
export const BOUNDARY_BYTES = 288
export const BOUNDARY_SHAPE = 0 // i32
export const BOUNDARY_MATERIAL = 4 // i32
export const BOUNDARY_SIDE = 8 // i32
export const BOUNDARY_ENABLED = 12 // i32
export const BOUNDARY_POINT = 16 // 3
export const BOUNDARY_AXIS = 40 // 3
export const BOUNDARY_RADIUS = 64
export const BOUNDARY_INNER = 72
export const BOUNDARY_OUTER = 80
export const BOUNDARY_VELOCITY = 88 // 3
export const BOUNDARY_ANGULAR_VELOCITY = 112 // 3
export const BOUNDARY_DIRECTION = 136 // 3
export const BOUNDARY_MASS = 160 // zero where not free
export const BOUNDARY_FORCE = 168
export const BOUNDARY_SPEED = 176
export const BOUNDARY_REACTION = 184 // 3, impulse that the grains gave it in the last step
export const BOUNDARY_REACTION_TORQUE = 208 // 3, about its point
export const BOUNDARY_NEXT_SPEED = 232 // scratch
export const BOUNDARY_REACH = 240 // scratch
export const BOUNDARY_ALONG = 248 // 3, into a half-plane from its edge

export const PLANE = 0
export const PLATE = 1
export const CYLINDER = 2
export const HALF_PLANE = 3
export const INSIDE = 0
export const OUTSIDE = 1

// ---- contacts ---------------------------------------------------------------------------------------
export const OPEN = 0
export const STICKING = 1
export const SLIDING = 2

// ---- choices ----------------------------------------------------------------------------------------
export const LAW_COULOMB = 1 // C1
export const LAW_STATIC_DYNAMIC = 2 // C2
export const GAP_POSITIVE = 0 // max(g, 0): 003 Eq. 33
export const GAP_SIGNED = 1
export const ORDER_BLOCKS = 4 // random blocks of pairs, random inside
export const ORDER_RANDOM = 0
export const ORDER_SEQUENTIAL = 1
export const ORDER_REVERSE = 2
export const ORDER_SYMMETRIC = 3
export const KERNEL_VECTOR = 0
export const KERNEL_SCALAR = 1
export const UPDATE_SEQUENTIAL = 0
export const UPDATE_PARALLEL = 1
export const CRITERION_FIXED = 0 // 003 Eq. 37
export const CRITERION_LOCAL = 1 // 003 Eq. 35
export const CRITERION_GLOBAL = 2 // 003 Eq. 36

// ---- faults: what a call returns when it changed nothing ---------------------------------------------
export const FINE = 0
export const FAULT_MEMORY = 1 // FAULT_VALUE: bytes asked for
export const FAULT_NOT_FINITE = 2 // FAULT_FIELD: column, FAULT_INDEX: body
export const FAULT_NOT_POSITIVE = 3 // or not between SMALLEST and LARGEST
export const FAULT_NOT_PLANAR = 4
export const FAULT_TOO_MANY = 5 // FAULT_VALUE: solver bodies asked for
export const FAULT_DIVERGED = 6 // FAULT_INDEX: body whose velocity is not finite
export const FAULT_OUTRAN = 7 // FAULT_INDEX: body that kept outrunning its reach
export const FAULT_OVERLAP = 8 // FAULT_INDEX: body, FAULT_FIELD: other body or boundary code, FAULT_VALUE: overlap
export const FAULT_PERIOD = 9 // FAULT_FIELD: axis, FAULT_VALUE: least length
export const FAULT_NO_CHOICE = 10 // FAULT_FIELD: kinds or materials, FAULT_VALUE: what came
export const FAULT_TOO_FAR = 11 // FAULT_FIELD: axis, FAULT_VALUE: periods that a body may cross

// ---- the bare solver on plain arrays (solver/arms.ts) --------------------------------------------------
export const ARM_BODY_BYTES = 128
export const ARM_BODY_VELOCITY = 0 // 3
export const ARM_BODY_ANGULAR_VELOCITY = 24 // 3
export const ARM_BODY_INVERSE_MASS = 48
export const ARM_BODY_INVERSE_INERTIA = 56 // xx yy zz xy xz yz
export const ARM_CONTACT_BYTES = 256 // the last 84 are the solver's own
export const ARM_CONTACT_NORMAL = 0 // 3
export const ARM_CONTACT_ARM0 = 24 // 3
export const ARM_CONTACT_ARM1 = 48 // 3
export const ARM_CONTACT_IMPULSE = 72 // 3
export const ARM_CONTACT_GAP_RATE = 96
export const ARM_CONTACT_FRICTION = 104 // static, dynamic
export const ARM_CONTACT_NORMAL_MASS = 120
export const ARM_CONTACT_TANGENTIAL_MASS = 128
export const ARM_CONTACT_BODY0 = 136 // i32
export const ARM_CONTACT_BODY1 = 140 // i32
export const ARM_CONTACT_CHANGE = 144 // 3, scratch
export const ARM_CONTACT_STATE = 168 // i32

// ---- stages of a step, as the profile build names them (bench/step.mjs) --------------------------------
export const STAGE_CHECK = 0
export const STAGE_LIST = 1
export const STAGE_CURVE = 2
export const STAGE_CELLS = 3
export const STAGE_SEARCH = 4
export const STAGE_MATCH = 5
export const STAGE_DEAL = 6
export const STAGE_COLOUR = 7
export const STAGE_FREE = 8
export const STAGE_PREPARE = 9
export const STAGE_SWEEPS = 10
export const STAGE_VELOCITIES = 11
export const STAGE_KEEP = 12
export const STAGE_RESIDUAL = 13
export const STAGE_LEDGER = 14
export const STAGE_ADVANCE = 15
export const STAGE_GAPS = 16
export const STAGE_MOTION = 17
