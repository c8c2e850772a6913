import type { ConsoleHandlers } from '../platform/calls/consoleHandler.ts'
import * as bankChange from '../provider/review/bankChange.ts'
import * as claim from '../provider/review/claim.ts'
import * as decide from '../provider/review/decide.ts'
import * as files from '../provider/review/files.ts'
import * as letter from '../provider/review/letter.ts'
import * as readReview from '../provider/review/readReview.ts'
import * as work from '../provider/work/work.ts'
import * as audit from '../provider/staff/auditList.ts'
import * as changeStaff from '../provider/staff/changeStaff.ts'
import * as confirmations from '../provider/staff/confirmations.ts'
import { confirmWith } from '../provider/staff/confirm.ts'
import * as me from '../provider/staff/me.ts'
import * as members from '../provider/staff/members.ts'
import * as openid from '../provider/staff/openid.ts'
import * as password from '../provider/staff/password.ts'
import * as signIn from '../provider/staff/signIn.ts'
import * as staffSession from '../provider/staff/staffSession.ts'
import * as useLink from '../provider/staff/useLink.ts'

/** The handler of each call of the console, exported under the call's name by the files of the rooms. A call without one does not compile. */
export const consoleHandlers: ConsoleHandlers = {
  ...audit,
  ...bankChange,
  ...changeStaff,
  ...claim,
  ...confirmations,
  ...decide,
  ...files,
  ...letter,
  ...me,
  ...members,
  ...openid,
  ...password,
  ...readReview,
  ...signIn,
  ...staffSession,
  ...useLink,
  ...work,
  // Runs the handlers of the other calls.
  staffConfirmationConfirm: confirmWith(() => consoleHandlers),
}
