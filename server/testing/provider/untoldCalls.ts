import type { ConsoleCallName } from '#contract/consoleApi'

const [ofStaff, ofWork] = ['concerns the provider’s own people only', 'orders the provider’s own work and decides nothing']
const ofSystems = 'concerns the provider’s own systems'
const each = (reason: string, calls: string) => Object.fromEntries(calls.split(/\s+/).map((name) => [name, reason]))
/** Writes of which no merchant is told, and why. */
export const untold: Partial<Record<ConsoleCallName, string>> = {
  consoleAccountReveal: 'reads only; the account’s audit log has it with its reason',
  consoleOperationReveal: 'reads only; the account’s audit log has it with its reason',
  consoleNoteAdd: 'a note among staff, which merchants never see',
  consoleDecisionRulesChange: 'the provider’s own thresholds, which merchants do not see',
  announcementEnd: 'takes a message back: its banner disappears',
  consoleInvitationWithdraw: 'the page of its link says so to whoever was invited',
  consoleOperationCollect: 'charges as its deadline would, which tells',
  consoleOperationNotePayment: 'a payment of the customer, as one by card, of which the history tells',
  consoleOperationResend: 'sends the customer the link again',
  consoleDisputeSubmit: 'sends what the shop gave; the outcome tells',
  consoleCreditAskAccount: 'asks the customer',
  consoleCreditRetry: 'between provider and customer, who is told when it is sent',
  consoleCardDifferenceResolve: 'between the provider and its card provider',
  consoleCreditSettle: 'between provider and customer',
  consoleDebitReturn: 'tells as a report of the bank: server/app/debitMoney.slow.test.ts',
  consoleTransferBook: 'tells as at the terminal: server/app/debitMandate.test.ts',
  consoleTransferUndo: 'takes back what was booked by mistake; the statement shows it',
  consoleSettlementRun: 'tells as each day’s run: server/money/settlements/settle.slow.test.ts',
  consolePayAgain: 'what is paid is told when the bank confirms it',
  consolePayoutMark: 'tells as a report of the bank: server/provider/money/money.test.ts',
  consolePayoutFileMake: 'what is paid is told when the bank confirms it',
  consoleBankFileRead: 'tells as a report of the bank: server/provider/bankFiles/applyFiles.test.ts',
  consoleBankLineMatch: 'tells as a report of the bank: server/provider/bankFiles/applyFiles.test.ts',
  consoleBankLineCredit: 'tells as the booking of a transfer: server/app/debitMandate.test.ts',
  consoleInvoicesIssue: 'issues as each month does: server/money/invoices/issue.slow.test.ts',
  deadMessageRetry: 'sends a message that was decided before',
  maintenanceDeclare: 'shown to everybody as a banner within seconds',
  maintenanceEnd: 'the banner disappears within seconds',
  staffConfirmationConfirm: 'runs another call, which tells',
  staffConfirmationDecline: 'what was asked for does not happen',
  staffConfirmationWithdraw: 'what was asked for does not happen',
  ...each(
    ofSystems,
    `providerEndpointCreate providerEndpointChange providerEndpointDelete providerEndpointSecretRenew
    providerEndpointTest providerDeliveryResend providerKeyCreate providerKeyAllowMoney providerKeyRevoke`,
  ),
  ...each(ofWork, `consoleWorkTake consoleWorkGiveBack consoleWorkClose consoleProofStart consoleBankFilePreview consoleBankLinesDismiss`),
  ...each(
    ofStaff,
    `setupMailTest setupMailConfirm staffMemberSessionsEnd staffSignIn staffSignOut staffLinkOpen
    staffLinkUse staffSessionEnd staffPasswordChange staffRecoveryCodesRenew staffOpenidStart
    staffOpenidFinish staffInvite staffInvitationResend staffInvitationRevoke staffRolesChange
    staffDisable staffAccessReset`,
  ),
}
