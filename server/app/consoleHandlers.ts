import type { ConsoleHandlers } from '../platform/calls/consoleHandler.ts'
import * as priceEffect from '../provider/prices/effect.ts'
import * as merchantTerms from '../provider/prices/merchantTerms.ts'
import * as priceList from '../provider/prices/priceList.ts'
import { consoleCreditAskAccount, consoleCreditList, consoleCreditRetry, consoleCreditSettle } from '../provider/credits/credits.ts'
import * as decision from '../provider/decisions/decision.ts'
import * as decisionRules from '../provider/decisions/rules.ts'
import * as waitingDecisions from '../provider/decisions/waiting.ts'
import * as account from '../provider/merchants/account.ts'
import * as accountActs from '../provider/merchants/accountActs.ts'
import * as accountList from '../provider/merchants/accountList.ts'
import * as peopleActs from '../provider/merchants/peopleActs.ts'
import * as shop from '../provider/merchants/shop.ts'
import * as operations from '../provider/operations/operations.ts'
import * as bankChange from '../provider/review/bankChange.ts'
import * as claim from '../provider/review/claim.ts'
import * as decide from '../provider/review/decide.ts'
import * as files from '../provider/review/files.ts'
import * as letter from '../provider/review/letter.ts'
import * as readReview from '../provider/review/readReview.ts'
import * as work from '../provider/workQueue/work.ts'
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
import * as system from '../provider/system/system.ts'

/** The handler of each call of the console, exported under the call's name by the files of the rooms. A call without one does not compile. */
export const consoleHandlers: ConsoleHandlers = {
  ...audit,
  ...bankChange,
  ...changeStaff,
  ...claim,
  ...confirmations,
  consoleCreditAskAccount,
  consoleCreditList,
  consoleCreditRetry,
  consoleCreditSettle,
  ...decision,
  ...decisionRules,
  ...waitingDecisions,
  ...decide,
  ...files,
  ...letter,
  ...me,
  ...members,
  ...openid,
  ...merchantTerms,
  ...password,
  ...priceEffect,
  ...priceList,
  ...readReview,
  ...signIn,
  ...staffSession,
  ...system,
  ...useLink,
  ...account,
  ...accountActs,
  ...accountList,
  ...peopleActs,
  ...shop,
  ...operations,
  ...work,
  // Runs the handlers of the other calls.
  staffConfirmationConfirm: confirmWith(() => consoleHandlers),
}
