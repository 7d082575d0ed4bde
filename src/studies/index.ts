export { Packing, type PackingOptions, type PackingProgress, type PackingResult } from './packing.js'
