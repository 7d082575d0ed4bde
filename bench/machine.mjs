// What the figures were measured on: enough to tell machines apart, nothing that tells whose it is.

import { availableParallelism, cpus } from 'node:os'

export function machine() {
  return {
    cpu: cpus()[0]?.model.trim().replace(/\s+/g, ' ') || 'unknown processor',
    cores: availableParallelism(),
    platform: `${process.platform} ${process.arch}`,
    node: process.version,
  }
}

/** Name of the machine's file of results. */
export function slug({ cpu, cores }) {
  const words = cpu.replace(/\((R|TM)\)|@.*$/gi, ' ').toLowerCase().match(/[a-z0-9]+/g) ?? []
  return [...words, cores, cores === 1 ? 'core' : 'cores'].join('-')
}
