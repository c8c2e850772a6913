import type { AnswerOf } from '#contract/platform/endpoint'
import type { staffList } from '#contract/provider/staff'
import type { staffConfirmationList } from '#contract/provider/confirmations'

/** A member of staff as admins see them. */
export type StaffMember = AnswerOf<typeof staffList>['results'][number]

/** A change that waits for a second person, or was decided by one. */
export type Confirmation = AnswerOf<typeof staffConfirmationList>['pending'][number]
