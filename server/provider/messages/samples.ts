import { emailGroups } from '#contract/provider/messages'
import { accessSamples } from './accessSamples.ts'
import { customerSamples } from './customerSamples.ts'
import type { Sample } from './sampleFacts.ts'
import { noticeSamples, shopSamples } from './shopSamples.ts'

const all = [...customerSamples, ...shopSamples, ...accessSamples, ...noticeSamples]

/** Every e-mail that goes out, in the order of the list. */
export const samples: readonly Sample[] = emailGroups.flatMap((group) => all.filter((one) => one.group === group))
