/** The messages of fields whose values are words of the program, the first that exists; those of a `state`, a `status` or a `kind` by the thing that has it. */
const valueWords: Readonly<Record<string, (value: string) => readonly string[]>> = {
  way: (value) => [`consoleMerchants.operation.note.${value}`],
  payment: (value) => [`bankFiles.outcome.${value}`],
  outcome: (value) => [`bankFiles.outcome.${value}`],
  mode: (value) => [`shell.mode.${value}`],
  verdict: (value) => [`decisions.verdict.${value}`],
  events: (value) => [`events.type.${value}`],
  scopes: (value) => [`apiKeys.scope.${value}`],
  type: (value) => [`company.paper.${value}`],
  invitation: (value) => [`console.value.${value}`],
  password: (value) => [`console.value.${value}`],
  recoveryCodes: (value) => [`console.value.${value}`],
  mailTest: (value) => [`console.value.${value}`],
  by: (value) => [`console.value.${value}`],
  factor: (value) => [`session.factor.${value}`],
  channels: (value) => [`consoleMerchants.channel.${value}`],
  role: (value) => [`shell.role.${value}`],
  ground: (value) => [`privacy.ground.${value}`],
  hold: (value) => [`operations.reason.${value}`],
  /** An id, which says only that it happened. */
  redelivered: () => ['shell.yes'],
  disputeState: (value) => [`consoleDisputes.state.${value}`],
  endReason: (value) => [`consoleMerchants.end.reason.${value}`],
  access: (value) => [`people.access.${value}`],
  'account.reason': (value) => [`consoleMerchants.end.reason.${value}`],
  'staff.state': (value) => [`people.state.${value}`],
  'confirmation.state': (value) => [`people.confirmation.${value}`],
  'settlement.state': (value) => [`bankFiles.outcome.${value === 'booked' ? 'executed' : value}`, `settlements.claim.state.${value}`],
  'onboarding.status': (value) => [`consoleMerchants.onboarding.${value}`],
  'merchant.status': (value) => [`shell.merchant.status.${value}`],
  'bank_account.state': (value) => [`bankAccounts.state.${value}`],
  'document.status': (value) => [`company.paperStatus.${value}`],
  'work.kind': (value) => [`work.kind.${value}`],
  'card_difference.kind': (value) => [`cardBalance.kind.${value}`],
}

/** The keys of the messages that may word a value of a change in the console; `entity`: the kind of thing that was changed, null where it is none. */
export const changeWordKeys = (entity: string | null, field: string, value: string): readonly string[] =>
  (valueWords[`${entity}.${field}`] ?? valueWords[field])?.(value) ?? []
