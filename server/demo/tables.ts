const termsColumns = [
  ...(['product', 'min_cents', 'max_cents', 'instalments_allowed', 'tin_bps', 'opening_fee_bps', 'downpayment', 'capture_mode'] as const),
  ...(['fee_bps', 'fee_fixed_cents', 'vat_bps'] as const),
] as const

/** The tables that the seed fills, parents first, with the columns that it writes. */
export const tables = {
  accounts: ['id', 'type', 'disabled_at', 'requires_onboarding', 'demo', 'created_at'],
  profiles: [
    'account_id',
    'first_name',
    'last_name',
    'document_type',
    'document_number',
    'street',
    'address_addition',
    'postcode',
    'city',
    'province',
  ],
  enterprises: ['account_id', 'name', 'ownership_type', 'cif', 'street', 'address_addition', 'postcode', 'city', 'province'],
  bank_accounts: ['id', 'account_id', 'iban', 'holder_name', 'created_at'],
  merchants: [
    'id',
    'account_id',
    'name',
    'url',
    'status',
    'sandbox_enabled',
    'created_at',
    'live_on',
    'payment_frequency',
    'reserve_bps',
    'reserve_days',
    'bank_account_id',
    'billing_email',
  ],
  users: ['id', 'email', 'password_hash', 'first_name', 'last_name', 'prefered_merchant_id', 'created_at'],
  memberships: ['account_id', 'user_id', 'role', 'created_at', 'joined_at'],
  user_merchants: ['user_id', 'merchant_id'],
  price_lists: ['id', 'effective_on', 'proposed_at', 'proposed_by', ...termsColumns],
  merchant_terms: ['merchant_id', 'mode', 'id', 'effective_on', 'proposed_at', 'proposed_by', 'enabled', ...termsColumns],
  settlements: [
    'merchant_id',
    'mode',
    'id',
    'reference',
    'value_on',
    'net_cents',
    'period_from',
    'period_to',
    'cut_off_at',
    'status',
    'opening_cents',
    'sales_cents',
    'refunds_cents',
    'cancellations_cents',
    'fees_cents',
    'fee_refunds_cents',
    'vat_cents',
    'vat_refunds_cents',
    'subsidies_cents',
    'subsidy_refunds_cents',
    'reserve_held_cents',
    'reserve_released_cents',
    'closing_cents',
    'order_count',
    'refund_count',
    'cancel_count',
    'vat_rounding_count',
    'reserve_release_on',
    'reserve_released_in',
    'iban_last4',
    'paid_at',
    'created_at',
  ],
  payouts: [
    'merchant_id',
    'mode',
    'settlement_id',
    'reference',
    'amount_cents',
    'iban',
    'holder_name',
    'state',
    'attempts',
    'value_on',
    'sent_at',
    'done_at',
  ],
  campaigns: [
    'merchant_id',
    'mode',
    'id',
    'name',
    'slug',
    'scope',
    'status',
    'starts_at',
    'ends_at',
    'interest_bps',
    'num_instalments',
    'min_order_cents',
    'channels',
    'budget_cents',
    'report_told_at',
    'revision',
    'created_at',
    'created_by',
    'changed_at',
    'changed_by',
  ],
  campaign_articles: ['merchant_id', 'mode', 'campaign_id', 'article_id', 'name', 'id_key', 'name_key', 'added_at'],
  operations: [
    'merchant_id',
    'mode',
    'id',
    'mid',
    'substatus',
    'status_reason',
    'suspension_reason',
    'channel',
    'product',
    'capture_mode',
    'total_cents',
    'voided_cents',
    'captured_cents',
    'refunded_cents',
    'held_cents',
    'downpayment_cents',
    'opening_fee_cents',
    'num_instalments',
    'tin_bps',
    'tae_bps',
    'paid_instalments',
    'next_due_on',
    'next_due_cents',
    'fee_bps',
    'fee_fixed_cents',
    'vat_bps',
    'reference_tin_bps',
    'fee_cents',
    'vat_cents',
    'subsidy_cents',
    'net_cents',
    'settlement_status',
    'settlement_reference',
    'first_name',
    'last_name',
    'email',
    'phone',
    'document_number',
    'search_text',
    'duplicate_of',
    'created_by',
    'created_at',
    'verified_at',
    'confirmed_at',
    'expires_at',
    'confirm_by',
    'capture_by',
    'last_captured_at',
    'ended_at',
    'collect_at',
    'campaign_id',
    'campaign_promised_cents',
  ],
  operation_trigrams: ['merchant_id', 'mode', 'operation_id', 'created_at', 'grams'],
  carts: ['merchant_id', 'mode', 'operation_id', 'articles', 'shipping'],
  payment_methods: ['merchant_id', 'mode', 'operation_id', 'provider', 'token', 'brand', 'last4', 'created_at'],
  checkouts: [
    'merchant_id',
    'mode',
    'id',
    'operation_id',
    'submit_type',
    'progress',
    'version',
    'channels',
    'notes',
    'product',
    'num_instalments',
    'consents_given_at',
    'codes_sent',
    'consent_confirmed_at',
    'birthday',
    'identified_at',
    'opened_at',
    'link_sent_at',
    'created_by',
    'created_at',
  ],
  checkout_links: ['checkout_id', 'merchant_id', 'mode'],
  deliveries: [
    'merchant_id',
    'mode',
    'id',
    'checkout_id',
    'channel',
    'purpose',
    'recipient',
    'state',
    'problem',
    'generation',
    'created_at',
    'done_at',
  ],
  instalments: [
    'merchant_id',
    'mode',
    'operation_id',
    'number',
    'due_on',
    'amount_cents',
    'original_cents',
    'principal_cents',
    'interest_cents',
    'state',
    'paid_at',
  ],
  captures: ['merchant_id', 'mode', 'id', 'operation_id', 'amount_cents', 'refunded_cents', 'captured_at', 'captured_by'],
  refunds: [
    'merchant_id',
    'mode',
    'id',
    'operation_id',
    'kind',
    'amount_cents',
    'state',
    'release_at',
    'reason',
    'comment',
    'merchant_reference',
    'credit_to_customer_cents',
    'fee_back_cents',
    'vat_back_cents',
    'subsidy_back_cents',
    'created_at',
    'created_by',
    'completed_at',
  ],
  refund_captures: ['merchant_id', 'mode', 'refund_id', 'capture_id', 'amount_cents'],
  operation_events: [
    'merchant_id',
    'mode',
    'operation_id',
    'seq',
    'at',
    'event',
    'actor',
    'user_id',
    'channel',
    'from_substatus',
    'to_substatus',
    'reason',
    'amount_cents',
  ],
  settlement_lines: [
    'merchant_id',
    'mode',
    'id',
    'operation_id',
    'kind',
    'refund_id',
    'capture_id',
    'gross_cents',
    'fee_cents',
    'vat_cents',
    'subsidy_cents',
    'net_cents',
    'occurred_at',
    'value_on',
    'settlement_id',
    'vat_bps',
  ],
  ledger_journals: ['merchant_id', 'mode', 'id', 'kind', 'operation_id', 'at'],
  ledger_lines: ['merchant_id', 'mode', 'journal_id', 'account', 'amount_cents'],
  notifications: ['id', 'account_id', 'merchant_id', 'type', 'level', 'values', 'action_url', 'roles', 'created_at'],
  notification_reads: ['notification_id', 'user_id', 'read_at'],
} as const

export type TableName = keyof typeof tables
export const tableNames = Object.keys(tables) as TableName[] // keys of a literal object, in its order

export type Value = string | number | boolean | null

/** Buffered rows in COPY text format. */
export type Rows = {
  add(table: TableName, values: readonly Value[]): void
  /** Buffered characters. */
  waiting(): number
  /** Returns the buffered rows, parents first, and empties the buffer. */
  take(): [table: TableName, text: string][]
}

/** Collects rows in memory. */
export function collectRows(): Rows {
  let texts = new Map<TableName, string[]>()
  let size = 0
  return {
    add: (table, values) => {
      if (values.length !== tables[table].length) throw new RangeError(`${table} has ${tables[table].length} columns, not ${values.length}`)
      // No value is null, and none of ours contains a tab, which would add a column.
      const row = values.join('\t')
      if (row.includes('\\') || row.includes('\n')) throw new RangeError(`a row of ${table} cannot be sent as it is: ${row}`)
      size += row.length + 1
      const known = texts.get(table)
      if (known) known.push(row)
      else texts.set(table, [row])
    },
    waiting: () => size,
    take: () => {
      const taken = tableNames.flatMap((table): [TableName, string][] => {
        const rows = texts.get(table)
        return rows ? [[table, `${rows.join('\n')}\n`]] : []
      })
      texts = new Map()
      size = 0
      return taken
    },
  }
}

/** A PostgreSQL array literal of numbers or plain words. */
export const arrayText = (values: readonly (string | number)[]): string => `{${values.join(',')}}`
const HOUR = 3_600_000
const hours = new Map<number, string>()
const two = Array.from({ length: 60 }, (_, value) => String(value).padStart(2, '0'))

/** An instant in the format of `toISOString`; the date and hour are cached, because many instants share them. */
export function instant(atMs: number): string {
  const hour = Math.floor(atMs / HOUR)
  let start = hours.get(hour)
  if (start === undefined) hours.set(hour, (start = new Date(hour * HOUR).toISOString().slice(0, 14)))
  const rest = Math.floor(atMs) - hour * HOUR
  const minute = Math.floor(rest / 60_000)
  const ms = rest - minute * 60_000
  return `${start}${two[minute]}:${ms < 10_000 ? '0' : ''}${(ms / 1000).toFixed(3)}Z`
}
export const instantOrNull = (atMs: number | null): string | null => (atMs === null ? null : instant(atMs))
