import type { MessageKey } from '../i18n/messageKeys.ts'
import type { RouteRow, routeTable } from '../routes/routeTable.ts'
import type { GlossaryWord } from './glossary.ts'

/** What the help says of a screen: its title, and the glossary’s words that it uses. */
type TopicFacts = { title: MessageKey; words: readonly GlossaryWord[] }

/** The screens that have a help of their own, in the menu’s order. */
export const helpTopics = {
  inbox: { title: 'shell.route.inbox', words: ['capture', 'dispute', 'refund'] },
  operations: { title: 'shell.route.operations', words: ['instalment', 'capture', 'refund', 'net'] },
  operation: { title: 'shell.route.operation', words: ['capture', 'refund', 'cancel', 'dispute', 'withdrawal', 'net'] },
  charge: { title: 'offlineCheckout.charge', words: ['link', 'instalment', 'downPayment', 'tin', 'tae'] },
  insights: { title: 'shell.route.insights', words: ['net', 'refund', 'reserve', 'campaign'] },
  settlements: { title: 'shell.route.settlements', words: ['settlement', 'valueDate', 'fee', 'reserve', 'subsidy', 'balance'] },
  bank: { title: 'settlements.bank.title', words: ['reconciliation', 'norma43', 'camt053', 'remittance', 'valueDate'] },
  debt: { title: 'debits.title', words: ['debt', 'debit', 'mandate', 'iban'] },
  campaigns: { title: 'shell.route.campaigns', words: ['campaign', 'subsidy', 'tin', 'tae', 'audience'] },
  audiences: { title: 'shell.route.audiences', words: ['audience', 'hash', 'campaign'] },
  invoices: { title: 'shell.route.invoices', words: ['fee', 'minimumFee', 'iva', 'taxBase', 'rectifying', 'facturae', 'verifactu'] },
  account: { title: 'shell.route.bankAccount', words: ['iban', 'settlement'] },
  reports: { title: 'shell.route.reports', words: ['reconciliation', 'settlement', 'fee'] },
  preferences: { title: 'shell.route.preferences', words: ['apiKey', 'widget', 'sandbox'] },
  widgets: { title: 'preferences.tab.product', words: ['widget', 'tin', 'tae'] },
  plugins: { title: 'preferences.tab.plugins', words: ['plugin', 'apiKey', 'sandbox', 'widget'] },
  webhooks: { title: 'preferences.tab.webhooks', words: ['webhook', 'apiKey'] },
  scenarios: { title: 'shell.route.scenarios', words: ['sandbox', 'capture', 'dispute'] },
  settings: { title: 'shell.route.settings', words: ['factor', 'owner', 'iban'] },
  notices: { title: 'shell.route.notificationSettings', words: ['settlement', 'webhook'] },
  security: { title: 'shell.route.security', words: ['factor'] },
  company: { title: 'shell.route.company', words: ['owner', 'iban'] },
  activity: { title: 'shell.route.activity', words: ['refund', 'apiKey'] },
  team: { title: 'shell.route.team', words: ['refund', 'till', 'factor'] },
  tills: { title: 'shell.route.tills', words: ['till', 'link'] },
  onboarding: { title: 'shell.route.onboarding', words: ['owner', 'iban'] },
  pending: { title: 'shell.route.pendingMerchant', words: ['sandbox', 'owner'] },
} as const satisfies Record<string, TopicFacts>

export type HelpTopic = keyof typeof helpTopics

/** The three questions of each screen. */
export const questionNumbers = [1, 2, 3] as const

/** The topics of screens that share their section’s title, or have another’s. */
const byRoute: Partial<Record<(typeof routeTable)[number]['name'], HelpTopic>> = {
  checkoutOffline: 'charge',
  poster: 'charge',
  settlementsBank: 'bank',
  settlementsDebt: 'debt',
  preferencesWidgets: 'widgets',
  preferencesPlugins: 'plugins',
  preferencesWebhooks: 'webhooks',
  addShop: 'onboarding',
  changePassword: 'security',
  handover: 'team',
  rejectedMerchant: 'pending',
}

const byTitle = new Map<string, HelpTopic>(
  (Object.keys(helpTopics) as HelpTopic[]).map((topic) => [helpTopics[topic].title.replace('shell.route.', ''), topic]), // its own keys
)

/** The help of a route; that of the settings or of the operations for a screen without one. */
export function topicOf(row: RouteRow | null): HelpTopic {
  if (!row) return 'operations'
  const own = byRoute[row.name as keyof typeof byRoute] ?? byTitle.get(row.title)
  return own ?? (row.path.startsWith('/settings') ? 'settings' : 'operations')
}
