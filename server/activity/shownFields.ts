/** How the value of a field reads. A function: the value is a word, and these messages may say it, the first that there is. */
export type Reading = 'text' | 'euros' | 'percent' | 'moment' | 'lastDay' | ((word: string) => readonly string[])
type Shown = { label: string; as: Reading }

const own = (name: string, as: Reading = 'text'): Shown => ({ label: `activity.field.${name}`, as })
const states = (word: string) => [
  `activity.value.${word}`,
  `dossier.value.${word}`,
  `campaigns.state.${word}`,
  `company.paperStatus.${word}`,
]

/** Keys of a shop, ways in beside the password, and forms of files that are named elsewhere. */
const elsewhere = new Map([
  ['public', 'preferences.key.public'],
  ['private', 'preferences.key.private'],
  ['passkey', 'settings.passkey'],
  ['authenticator', 'settings.factor.authenticator'],
  ['pdf', 'exports.pdf'],
  ['raw', 'exports.raw'],
  ['facturae', 'exports.facturae'],
])

/**
 * What of a line's before and after people are told, and under which words; most are those of the room that it is of. What is not here says nothing to
 * them: codes, numbers of ours, what the action says already.
 */
export const shownFields: Readonly<Record<string, Shown>> = {
  till: own('till'),
  handover: own('handover', states),
  effectiveAt: own('effectiveAt', 'moment'),
  viewedAs: own('viewedAs', (word) => [`shell.role.${word}`]),
  role: own('role', (word) => [`shell.role.${word}`]),
  shops: own('shops'),
  withheld: own('withheld', (word) => [`team.right.${word}`]),
  rights: own('rights', (word) => [`team.right.${word}`]),
  sandboxOnly: own('sandboxOnly'),
  refundLimitCents: own('refundLimitCents', 'euros'),
  refundDayLimitCents: own('refundDayLimitCents', 'euros'),
  accessUntil: own('accessUntil', 'moment'),
  disabled: own('disabled'),
  removed: own('removed'),
  invited: own('invited'),
  endedSessions: own('endedSessions'),
  refundedCents: own('refundedCents', 'euros'),
  capturedCents: own('capturedCents', 'euros'),
  amountCents: own('amountCents', 'euros'),
  amount: own('amountCents', 'euros'),
  substatus: own('substatus', (word) => [`download.substatus.${word}`]),
  state: own('state', states),
  status: own('state', states),
  password: own('password', states),
  steppedUp: own('steppedUp'),
  format: own('format', (word) => [elsewhere.get(word) ?? `reports.format.${word}`]),
  language: own('language'),
  type: own('type', (word) => [`company.paper.${word}`, `reports.type.${word}`, `settings.accountType.${word}`]),
  documentType: own('type', (word) => [`company.paper.${word}`]),
  kind: own('type', (word) => [elsewhere.get(word) ?? '']),
  side: own('side', (word) => [`company.side.${word}`]),
  fields: own('fields', (word) => [`company.field.${word}`]),
  field: own('fields', (word) => [`company.field.${word}`]),
  ibanLast4: own('ibanLast4'),
  last4: own('ibanLast4'),
  lastFour: own('lastFour'),
  overlapHours: own('overlapHours'),
  leaked: own('leaked'),
  differenceCents: own('differenceCents', 'euros'),
  name: { label: 'dossier.field.name', as: 'text' },
  reference: { label: 'debits.column.reference', as: 'text' },
  place: { label: 'debits.sign.place', as: 'text' },
  secondOwner: { label: 'dossier.field.second_owner', as: 'text' },
  effectiveFrom: { label: 'dossier.field.effective_from', as: 'moment' },
  newDevice: { label: 'dossier.field.new_device', as: 'text' },
  billingEmail: { label: 'dossier.field.billing_email', as: 'text' },
  reason: { label: 'dossier.field.reason', as: (word) => [`company.paperReason.${word}`] },
  note: { label: 'dossier.field.note', as: 'text' },
  percentage: { label: 'company.field.percentage', as: 'percent' },
  host: { label: 'company.field.website', as: 'text' },
  from: { label: 'reports.days.from', as: 'moment' },
  to: { label: 'reports.days.to', as: 'moment' },
  collectedOn: { label: 'settlements.bank.found.collected', as: 'moment' },
  minAmount: { label: 'campaigns.field.minOrderAmount', as: 'euros' },
  maxAmount: { label: 'campaigns.field.maxOrderAmount', as: 'euros' },
  minOrderCents: { label: 'campaigns.field.minOrderAmount', as: 'euros' },
  maxOrderCents: { label: 'campaigns.field.maxOrderAmount', as: 'euros' },
  budgetCents: { label: 'campaigns.field.budgetAmount', as: 'euros' },
  startsAt: { label: 'campaigns.field.startDate', as: 'moment' },
  endsAt: { label: 'campaigns.field.endDate', as: 'lastDay' },
  consumerTin: { label: 'campaigns.fact.interest', as: 'percent' },
  numInstalments: { label: 'campaigns.field.numInstalments', as: 'text' },
  secondFactor: { label: 'settings.factor', as: states },
  emailChange: { label: 'settings.email.title', as: states },
  preferedMerchantId: { label: 'activity.column.merchant', as: 'text' },
}
