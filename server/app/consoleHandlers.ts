import type { ConsoleHandlers } from '../platform/calls/consoleHandler.ts'
import * as account from '../provider/merchants/account.ts'
import * as accountActs from '../provider/merchants/accountActs.ts'
import * as accountList from '../provider/merchants/accountList.ts'
import * as peopleActs from '../provider/merchants/peopleActs.ts'
import * as shop from '../provider/merchants/shop.ts'
import * as operations from '../provider/operations/operations.ts'
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
  ...changeStaff,
  ...confirmations,
  ...me,
  ...members,
  ...openid,
  ...password,
  ...signIn,
  ...staffSession,
  ...useLink,
  ...account,
  ...accountActs,
  ...accountList,
  ...peopleActs,
  ...shop,
  ...operations,
  // Runs the handlers of the other calls.
  staffConfirmationConfirm: confirmWith(() => consoleHandlers),
}
