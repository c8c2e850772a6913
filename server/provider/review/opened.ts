import type { StaffRole } from '#domain/provider/staff'
import type { StaffCaller } from '../../platform/calls/consoleHandler.ts'
import { Refusal } from '../../platform/calls/refusal.ts'

/** Roles that need names and numbers for their work. Others see them masked until they give a reason. */
const unmasked: readonly StaffRole[] = ['reviewer', 'risk']

/** Whether personal data is masked for somebody who has given this reason, or none. */
export const isMaskedFor = ({ roles }: StaffCaller, reason: string | undefined): boolean =>
  reason === undefined && !unmasked.some((role) => roles.has(role))

/** Refuses with PermissionDenied a file, which cannot be masked, to those who must give a reason. */
export function assertReason(staff: StaffCaller, reason: string | undefined): void {
  if (isMaskedFor(staff, reason)) throw new Refusal('PermissionDenied', { why: 'reason' })
}
