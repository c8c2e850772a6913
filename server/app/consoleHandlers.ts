import { providerHandlers } from './providerHandlers.ts'
import * as apiKeys from '../provider/apiKeys/apiKeys.ts'
import type { ConsoleHandlers } from '../platform/calls/consoleHandler.ts'
import * as priceEffect from '../provider/prices/effect.ts'
import * as merchantTerms from '../provider/prices/merchantTerms.ts'
import * as priceList from '../provider/prices/priceList.ts'
import { consoleCreditAskAccount, consoleCreditList, consoleCreditRetry, consoleCreditSettle } from '../provider/credits/credits.ts'
import * as disputes from '../provider/disputes/disputes.ts'
import * as decision from '../provider/decisions/decision.ts'
import * as decisionRules from '../provider/decisions/rules.ts'
import * as waitingDecisions from '../provider/decisions/waiting.ts'
import * as arrears from '../provider/figures/arrears.ts'
import * as figures from '../provider/figures/figures.ts'
import * as account from '../provider/merchants/account.ts'
import * as accountActs from '../provider/merchants/accountActs.ts'
import * as accountList from '../provider/merchants/accountList.ts'
import * as merchantView from '../provider/merchants/merchantView.ts'
import * as peopleActs from '../provider/merchants/peopleActs.ts'
import * as shop from '../provider/merchants/shop.ts'
import * as bankFiles from '../provider/bankFiles/bankFiles.ts'
import * as cardBalance from '../provider/cardBalance/cardBalance.ts'
import * as bankLines from '../provider/bankFiles/byHand.ts'
import * as debts from '../provider/money/debts.ts'
import { consoleInvoiceRegister } from '../provider/money/invoiceRegister.ts'
import * as moneyInvoices from '../provider/money/invoices.ts'
import * as ledger from '../provider/money/ledger.ts'
import * as ledgerExport from '../provider/money/ledgerExport.ts'
import * as payoutFiles from '../provider/money/payoutFiles.ts'
import * as proofs from '../provider/money/proofs.ts'
import * as settlementDays from '../provider/money/settlementDays.ts'
import * as settlementList from '../provider/money/settlementList.ts'
import * as operations from '../provider/operations/operations.ts'
import * as notedPayments from '../provider/operations/notedPayments.ts'
import * as searchOperations from '../provider/operations/searchOperations.ts'
import * as bankChange from '../provider/review/bankChange.ts'
import * as claim from '../provider/review/claim.ts'
import * as decide from '../provider/review/decide.ts'
import * as files from '../provider/review/files.ts'
import * as letter from '../provider/review/letter.ts'
import * as readReview from '../provider/review/readReview.ts'
import * as work from '../provider/workQueue/work.ts'
import * as audit from '../provider/staff/auditList.ts'
import * as access from '../provider/staff/access.ts'
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
import * as announcements from '../provider/announcements/announcements.ts'
import * as providerDeliveries from '../provider/events/deliveries.ts'
import * as providerEndpoints from '../provider/events/endpoints.ts'
import * as setup from '../provider/setup/setup.ts'
import * as emailSamples from '../provider/messages/emailSamples.ts'
import * as system from '../provider/system/system.ts'

/** The handler of each call of the console, exported under the call's name by the files of the rooms. A call without one does not compile. */
export const consoleHandlers: ConsoleHandlers = {
  ...arrears,
  ...figures,
  ...apiKeys,
  ...audit,
  ...bankFiles,
  ...bankLines,
  ...cardBalance,
  ...bankChange,
  ...disputes,
  ...access,
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
  ...setup,
  ...emailSamples,
  ...system,
  ...useLink,
  ...account,
  ...accountActs,
  ...accountList,
  ...merchantView,
  ...peopleActs,
  ...shop,
  ...debts,
  ...moneyInvoices,
  consoleInvoiceRegister,
  ...ledger,
  ...ledgerExport,
  ...payoutFiles,
  ...proofs,
  ...settlementDays,
  ...settlementList,
  ...notedPayments,
  ...operations,
  ...searchOperations,
  ...work,
  ...providerEndpoints,
  ...providerDeliveries,
  ...announcements,
  // Runs the handlers of the other calls.
  staffConfirmationConfirm: confirmWith(() => ({ console: consoleHandlers, provider: providerHandlers })),
}
