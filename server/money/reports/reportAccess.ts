import { callsOfReport, reportTypes, type Report } from '#contract/money/reports'
import type { Caller } from '../../platform/calls/call.ts'
import { Refusal } from '../../platform/calls/refusal.ts'

type Type = Report['type']
/** Who asks: of a person, the calls that are withheld. */
export type Reader = Pick<Caller, 'withheld'>

/** Whether a caller may have what stands in reports of a type: a right that is withheld is not come by in the files of another. */
const mayHave = ({ withheld }: Reader, type: Type): boolean => !callsOfReport[type].some((call) => withheld.has(call))

/** The types that a caller is shown. */
export const typesFor = (caller: Reader): Type[] => reportTypes.filter((type) => mayHave(caller, type))

/** Refuses with PermissionDenied a type whose figures are withheld from the caller. */
export function assertMayHave(caller: Reader, type: Type): void {
  if (!mayHave(caller, type)) throw new Refusal('PermissionDenied')
}
