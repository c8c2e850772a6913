/** The distribution of a column's values: a `distinct` below 0 is a share of the rows, as in pg_stats; `none`: the share of nulls. */
export type Spread = { distinct: number; none: number; common: Readonly<Record<string, number>> }
/** A table of many rows. `ofLargest`: the largest shop's share of it; `partial`: rows in partial indexes. */
export type LargeTable = {
  rows: number
  bytes: number
  ofLargest: number
  columns: Readonly<Record<string, Spread>>
  partial: Readonly<Record<string, number>>
}

const many = (distinct: number, none = 0): Spread => ({ distinct, none, common: {} })
const each = many(-1)
/** Nearly all rows are null. */
const rare = many(-0.001, 0.999)
const few = (common: Record<string, number>, none = 0): Spread => ({ distinct: Object.keys(common).length, none, common })
const table = (rows: number, bytes: number, columns: LargeTable['columns'], more: Partial<LargeTable> = {}): LargeTable => ({
  rows,
  bytes,
  columns,
  ofLargest: 0.4,
  partial: {},
  ...more,
})
const ofOneShopInThousand = { ofLargest: 0.002 }

/** The default for columns not listed below: low selectivity, so that a condition on such a column alone finds too many rows. */
export const unknownSpread: Spread = many(5)

/**
 * A database of a thousand merchants with a million operations, of which one shop has 400 000. Sales, instalments and money as created by `npm run seed -- --operations 1000000`;
 * figures for logs and queues, of which the demo has few, are our own estimates of a bad day.
 */
export const largeDatabase: Readonly<Record<string, LargeTable>> = {
  operations: table(
    1_000_000,
    600,
    {
      id: each,
      mid: each,
      created_at: each,
      confirmed_at: many(-1, 0.24),
      concluded_at: many(-1, 0.3),
      customer_hidden_at: rare,
      expires_at: many(-1, 0.76),
      email: many(-0.52),
      phone: many(-0.53, 0.015),
      document_number: many(-0.52, 0.03),
      campaign_id: many(300, 0.91),
      duplicate_of: many(-0.013, 0.99),
      created_by: many(2_000, 0.79),
      settlement_reference: many(400_000, 0.24),
      total_cents: many(1_100),
      next_due_on: many(390, 0.78),
      channel: few({ online: 0.79, in_store: 0.16, phone: 0.05 }),
      product: few({ instalments: 0.68, pay_in_4: 0.2, pay_later: 0.12 }),
      category: few({ accepted: 0.76, stopped: 0.15, rejected: 0.087, in_process: 0.0016 }),
      substatus: few({
        payment_completed: 0.5,
        payment_process: 0.22,
        stopped_customer: 0.12,
        rejected: 0.087,
        payment_suspended: 0.043,
        stopped_merchant: 0.024,
        stopped_duplicated: 0.0044,
        pending_customer: 0.0009,
        pending_merchant: 0.0007,
      }),
      settlement_status: few({ settled: 0.72, none: 0.24, reversed: 0.031, pending: 0.0014 }),
      held_cents: few({ '0': 0.9999, '5000': 0.0001 }),
    },
    { partial: { operations_by_campaign: 93_000, operations_to_hide: 760_000 } },
  ),
  operation_trigrams: table(1_000_000, 270, { operation_id: each, created_at: each }),
  operation_lookups: table(1_000_000, 180, {
    operation_id: each,
    '"right"((operation_id)::text, 8)': each,
    created_at: each,
    total_cents: many(-0.1),
    substatus: few({
      payment_completed: 0.5,
      payment_process: 0.22,
      stopped_customer: 0.12,
      rejected: 0.087,
      payment_suspended: 0.043,
      stopped_merchant: 0.024,
      stopped_duplicated: 0.0044,
      pending_customer: 0.0009,
      pending_merchant: 0.0007,
    }),
  }),
  operation_events: table(
    3_700_000,
    160,
    { operation_id: many(-0.27), at: many(-0.5), event: many(28), user_id: many(2_000, 0.86) },
    { partial: { operation_events_ending_work: 1_700_000, operation_events_disputes: 4_000 } },
  ),
  carts: table(1_000_000, 320, { operation_id: each }),
  payment_methods: table(770_000, 155, { operation_id: each }),
  instalments: table(
    3_000_000,
    125,
    {
      operation_id: many(-0.26),
      due_on: many(820),
      paid_at: many(-0.7, 0.29),
      state: few({ paid: 0.71, pending: 0.24, cancelled: 0.04, overdue: 0.01 }),
    },
    { partial: { instalments_overdue: 30_000 } },
  ),
  captures: table(770_000, 110, { id: each, operation_id: many(-0.98), captured_at: each }),
  refunds: table(77_000, 230, {
    id: each,
    operation_id: many(-0.82),
    created_at: each,
    completed_at: each,
    release_at: rare,
    state: few({ completed: 0.999, held: 0.001 }),
  }),
  refund_lookups: table(77_000, 90, { refund_id: each, '"right"((refund_id)::text, 8)': each, operation_id: many(-0.82) }),
  customer_credits: table(40_000, 150, {
    id: each,
    operation_id: many(-0.9),
    created_at: each,
    state: few({ paid: 0.98, refunding: 0.01, needs_account: 0.005, transferring: 0.005 }),
  }),
  credit_payments: table(90_000, 170, {
    id: each,
    credit_id: many(-0.45),
    charge_id: many(-0.9, 0.02),
    created_at: each,
    kind: few({ card: 0.98, transfer: 0.019, manual: 0.001 }),
    state: few({ succeeded: 0.97, declined: 0.02, asked: 0.005, pending: 0.005 }),
  }),
  noted_payments: table(4_000, 170, { id: each, operation_id: many(-0.9), created_at: each }),
  credit_queue: table(
    20_000,
    150,
    {
      credit_id: each,
      created_at: each,
      due_at: each,
      state: few({ paid: 0.9, refunding: 0.05, needs_account: 0.03, transferring: 0.02 }),
    },
    { partial: { credit_queue_due: 19_000, credit_queue_tasks: 100 } },
  ),
  credit_transfer_queue: table(2_000, 120, { payment_id: each, reference: each, ask_at: each }),
  refund_captures: table(77_000, 93, { refund_id: each, capture_id: many(-0.82) }),
  voids: table(10_000, 100, { id: each, operation_id: each }),
  refund_requests: table(
    20_000,
    180,
    { id: each, operation_id: each, asked_at: each, state: few({ approved: 0.8, refused: 0.19, pending: 0.01 }) },
    { partial: { refund_requests_one: 200 } },
  ),
  charges: table(
    1_000_000,
    120,
    {
      id: each,
      operation_id: many(-0.5),
      created_at: each,
      refunded_cents: many(2_000),
      state: few({ captured: 0.95, declined: 0.0499, asked: 0.0001 }),
    },
    { partial: { charges_asked: 100 } },
  ),
  deadlines: table(
    230_000,
    85,
    {
      object_id: each,
      due_at: many(270),
      kind: few({ instalment: 0.99, capture: 0.006, checkout_expiry: 0.0035, refund_release: 0.0005 }),
    },
    { partial: { deadlines_of_shop: 1_500 } },
  ),
  // Shops whose test clock was advanced.
  sandbox_clocks: table(5, 80, { ahead_ms: each }, { ofLargest: 0.2 }),
  settlement_lines: table(
    850_000,
    190,
    {
      id: each,
      operation_id: many(-0.82),
      capture_id: many(-1, 0.09),
      refund_id: many(-1, 0.91),
      settlement_id: many(200_000, 0.003),
      occurred_at: each,
      value_on: many(390),
      month_from: rare,
      repayment_of: rare,
      repayment_reference: rare,
      kind: few({ order: 0.91, refund: 0.052, cancel: 0.037 }),
    },
    {
      partial: {
        settlement_lines_pending: 2_800,
        settlement_lines_minimum_once: 100,
        settlement_lines_repaid_once: 100,
      },
    },
  ),
  settlements: table(
    400_000,
    480,
    {
      id: each,
      reference: each,
      value_on: many(500),
      period_from: many(500),
      invoice_id: many(24_000, 0.03),
      status: few({ paid: 0.99, closed: 0.008, returned: 0.002 }),
    },
    {
      ...ofOneShopInThousand,
      partial: {
        settlements_not_collected: 350_000,
        settlements_not_invoiced: 12_000,
        settlements_returned: 800,
        settlements_to_pay: 3_200,
        settlements_holding_reserve: 8_000,
      },
    },
  ),
  payouts: table(
    350_000,
    200,
    { settlement_id: each, reference: each, done_at: each, state: few({ confirmed: 0.99, queued: 0.008, returned: 0.002 }) },
    ofOneShopInThousand,
  ),
  listed_settlements: table(
    400_000,
    200,
    {
      id: each,
      reference: each,
      value_on: many(500),
      closing_cents: many(2_000),
      message_id: many(500, 0.13),
      payout_state: few({ confirmed: 0.85, queued: 0.008, returned: 0.002 }, 0.14),
    },
    { ...ofOneShopInThousand, partial: { listed_settlements_in_file: 348_000, listed_settlements_to_pay: 3_500 } },
  ),
  listed_debits: table(
    5_000,
    130,
    { id: each, reference: each, due_on: many(500), state: few({ booked: 0.9, returned: 0.1 }) },
    ofOneShopInThousand,
  ),
  bank_file_lines: table(
    350_000,
    150,
    {
      file_id: many(500),
      line: many(2_000),
      reference: each,
      result: few({ applied: 0.98, repeated: 0.01, noted: 0.008, open: 0.001, matched: 0.001 }),
    },
    { ...ofOneShopInThousand, partial: { bank_file_lines_open: 350, bank_file_lines_waiting: 100, bank_file_lines_by_reference: 343_000 } },
  ),
  card_movements: table(2_000_000, 220, {
    reference: each,
    about: few({ charge: 0.9, refund: 0.07, dispute: 0.005 }, 0.025),
    about_id: many(-0.95, 0.025),
    operation_id: many(-0.4, 0.03),
    day: many(400),
    kind: few({ charge: 0.9, refund: 0.07, payout: 0.001, dispute: 0.005 }),
  }),
  bank_references: table(
    350_000,
    90,
    { kind: few({ payout: 0.99, debit: 0.005, mandate: 0.0045, transfer: 0.0005 }), reference: each },
    ofOneShopInThousand,
  ),
  ledger_journals: table(860_000, 100, {
    id: each,
    operation_id: many(-0.8, 0.01),
    at: each,
    kind: few({ capture: 0.9, refund: 0.053, cancel: 0.037, payout: 0.01 }),
  }),
  ledger_lines: table(3_700_000, 90, { journal_id: many(-0.25), account: many(8) }),
  checkouts: table(1_000_000, 200, {
    id: each,
    operation_id: each,
    created_at: each,
    another_link_asked_at: rare,
    replaced_by: rare,
    created_by: many(2_000, 0.8),
  }),
  checkout_links: table(1_000_000, 70, { checkout_id: each, short_hash: each }),
  deliveries: table(
    2_000_000,
    140,
    {
      id: each,
      checkout_id: many(-0.46),
      credit_id: many(-0.02, 0.98),
      created_at: each,
      done_at: each,
      state: few({ sent: 0.999, queued: 0.0005, failed: 0.0005 }),
    },
    { partial: { deliveries_by_credit: 40_000 } },
  ),
  operation_notes: table(50_000, 140, { id: each, operation_id: each, created_at: each }),
  earlier_mids: table(10_000, 90, { mid: each, operation_id: each }),
  shop_orders: table(400_000, 300, { operation_id: each, key_id: many(1_000) }),
  callbacks: table(400_000, 140, { operation_id: each, given_up_at: rare }),
  callback_attempts: table(400_000, 130, { id: each, operation_id: many(-0.8), at: each, status: few({ '200': 0.97, '500': 0.03 }, 0.01) }),
  webhook_deliveries: table(1_000_000, 205, {
    id: each,
    message_id: each,
    webhook_id: many(500),
    queued_at: each,
    tried_at: each,
    state: few({ delivered: 0.9, waiting: 0.09, failed: 0.01 }),
  }),
  outbox: table(
    650_000,
    240,
    {
      id: each,
      number: each,
      subject: each,
      kind: many(14),
      channel: few({ email: 0.38, push: 0.23, customer: 0.16, webhook: 0.15, callback: 0.08 }),
      state: few({ sent: 0.752, pending: 0.238, withheld: 0.007, dead: 0.003 }),
      account_id: many(900, 0.2),
      merchant_id: many(1_000, 0.4),
      group_id: many(500, 0.85),
      lease: rare,
      user_id: many(5_000, 0.3),
      due_at: each,
      created_at: each,
      done_at: many(-0.99, 0.01),
    },
    {
      ...ofOneShopInThousand,
      partial: {
        outbox_due: 155_000,
        outbox_of_group: 100_000,
        outbox_leased: 650,
        outbox_dead: 2_000,
        outbox_done: 493_000,
        outbox_by_user: 350_000,
      },
    },
  ),
  idempotency_keys: table(
    100_000,
    300,
    { scope_hash: each, created_at: each, about: many(-1, 0.99) },
    { partial: { idempotency_keys_about: 1_300 } },
  ),
  audit_entries: table(
    3_000_000,
    260,
    {
      account_id: many(900),
      seq: many(-0.3),
      at: each,
      merchant_id: many(1_000),
      entity: many(30),
      entity_id: many(-0.3),
      user_id: many(5_000, 0.5),
      key_id: many(1_000, 0.7),
      staff_id: many(40, 0.98),
      call: many(150),
      outcome: many(40),
    },
    {
      partial: {
        audit_entries_of_key: 900_000,
        audit_entries_of_person: 1_500_000,
        audit_entries_of_provider: 60_000,
        audit_entries_of_provider_call: 60_000,
        audit_entries_of_staff: 60_000,
      },
    },
  ),
  notifications: table(
    200_000,
    160,
    { id: each, account_id: many(900), created_at: each, user_id: rare, merchant_id: many(1_000), type: many(40) },
    ofOneShopInThousand,
  ),
  notification_reads: table(400_000, 70, { notification_id: many(-0.4), user_id: many(5_000) }),
  sessions: table(50_000, 250, { id: each, user_id: many(5_000), companion_hash: each, ended_at: many(-0.9, 0.1), expires_at: each }),
  audience_members: table(500_000, 90, { audience_id: many(500), hash: each, added_at: each }),
  analytics_events: table(1_000_000, 300, { id: each, received_at: each, happened_at: each, device_id: many(-0.01) }, { ofLargest: 1 }),
}
