/** Why and for how long personal data is kept. `kept`: what ends it. */
type Rule = { whose: 'customer' | 'person' | 'company' | 'staff'; basis: string; kept: string; columns: string }

/**
 * Where the database holds personal data (GDPR, art. 30): of shops' customers, team members, and people behind companies. A column of text,
 * JSON, bytes or an address that is neither here nor in `impersonal` fails the tests, so that new ones are classified. Files are rows too
 * (uploads, reports).
 */
export const dataMap: Readonly<Record<string, Rule>> = {
  sale: {
    whose: 'customer',
    basis: 'their contract (GDPR art. 6.1.b)',
    kept: 'hidden from the shop 24 months after the end, or on request: server/merchants/privacy/hideCustomers.ts',
    columns: `operations.first_name operations.last_name operations.email operations.phone operations.document_number operations.search_text
      operation_trigrams.grams checkouts.notes checkouts.birthday checkouts.address checkouts.device_hash checkouts.opener_hash deliveries.recipient payment_methods.token payment_methods.last4
      shop_orders.success_url shop_orders.pending_url shop_orders.ko_url shop_orders.error_url shop_orders.dismiss_url shop_orders.customer shop_orders.billing
      shop_orders.shipping operation_notes.text refunds.comment refund_requests.comment operation_events.comment callback_attempts.answer`,
  },
  blocked: {
    whose: 'customer',
    basis: 'Ley 10/2010 art. 25, LOPDGDD art. 32',
    kept: 'ten years after the end of the operation, unreadable to the application: server/merchants/privacy/retention.ts',
    columns: 'blocked_customers.told',
  },
  addresses: {
    whose: 'customer',
    basis: 'the shop is notified of its order’s state (GDPR art. 6.1.f)',
    kept: 'as long as the operation: a URL of the shop’s own server, which must not contain personal data',
    columns: 'callbacks.url',
  },
  claims: {
    whose: 'customer',
    basis: 'handling claims of settlements (GDPR art. 6.1.b)',
    kept: 'as long as the settlement; a customer’s data in it is removed manually',
    columns: 'settlement_claims.note',
  },
  idempotency: {
    whose: 'customer',
    basis: 'each write is executed once (GDPR art. 6.1.f)',
    kept: 'thirty days: server/platform/gateway/sweep.ts; on request without the customer’s data: server/merchants/privacy/eraseFromReplies.ts',
    columns: 'idempotency_keys.body',
  },
  reports: {
    whose: 'customer',
    basis: 'the accounts of the shop (GDPR art. 6.1.f)',
    kept: 'until the file expires: server/money/reports/maintainReports.ts; deleted on request',
    columns: 'report_parts.content reports.filters',
  },
  audiences: {
    whose: 'customer',
    basis: 'stated by the shop for each audience',
    kept: 'twelve months after the last use: server/sales/audiences/maintainAudiences.ts; deleted on request, of which only the keyed hashes stay, so that the deletion is repeated after a restore',
    columns: 'audience_members.hash audiences.filters operation_views.filters erasures.members',
  },
  bankChecks: {
    whose: 'customer',
    basis: 'their consent (GDPR art. 6.1.a)',
    kept: 'the bank’s answer for a day, and the keyed document hash of the request a week longer: server/platform/gateway/sweep.ts; deleted on request',
    columns: 'bank_consents.document_hash',
  },
  decisionRequests: {
    whose: 'customer',
    basis: 'deciding on the credit that they asked for (GDPR art. 6.1.b)',
    kept: 'until the external engine has answered or the fallback has decided: server/sales/decisions/askEngine.ts',
    columns: 'decisions.request',
  },
  decisions: {
    whose: 'customer',
    basis: 'the provider proves how it decided on credit (GDPR art. 6.1.c and 22.3)',
    kept: 'as long as the operation: names nobody and holds no figure of a bank; of a person’s decision, the reason for the provider alone',
    columns: 'decisions.facts decisions.facts_hash decisions.verdict_reason',
  },
  webhooks: {
    whose: 'customer',
    basis: 'the shop sees its deliveries (GDPR art. 6.1.f), whose messages contain no personal data; the answer is its own server’s',
    kept: 'as long as the delivery log: server/merchants/webhooks/deleteOldDeliveries.ts',
    columns: 'webhook_deliveries.answer',
  },
  notices: {
    whose: 'customer',
    basis: 'the shop runs its business (GDPR art. 6.1.f)',
    kept: '400 days, deleted on request of the person named: server/merchants/privacy/retention.ts',
    columns: 'notifications.values notifications.action_url',
  },
  team: {
    whose: 'person',
    basis: 'their work for the account (GDPR art. 6.1.b)',
    kept: 'twelve months after they leave, or then on request: server/merchants/privacy/erasePerson.ts',
    columns: `users.email users.first_name users.last_name users.search_text users.password_hash password_history.password_hash passkeys.credential_id passkeys.public_key
      passkeys.name authenticators.sealed_secret recovery_codes.code_hash till_pins.pin_hash report_schedules.recipients reports.recipients`,
  },
  credentials: {
    whose: 'person',
    basis: 'security of the account (GDPR art. 32)',
    kept: 'thirty days after it ends, devices 400: server/platform/gateway/sweep.ts; deleted with the person',
    columns: `sessions.ip sessions.user_agent sessions.companion_hash one_time_links.token_hash email_changes.old_email email_changes.new_email email_changes.user_agent
      known_devices.token_hash known_devices.user_agent continuations.sealed continuations.token_hash push_subscriptions.endpoint push_subscriptions.p256dh
      push_subscriptions.auth push_subscriptions.device_hash sign_in_failures.subject sign_ups.email sign_ups.first_name sign_ups.last_name sign_ups.token_hash bank_accounts.user_agent`,
  },
  staff: {
    whose: 'staff',
    basis: 'their work for the provider (GDPR art. 6.1.b) and the security of its console (art. 32)',
    kept: 'as long as they work there and what they did must be provable; sessions and links thirty days after their end, requests for a second person 400: server/platform/gateway/sweep.ts',
    columns: `staff.email staff.first_name staff.last_name staff.password_hash staff.earlier_hashes staff.sealed_secret staff.openid_subject staff_recovery_codes.code_hash
      staff_sessions.token_hash staff_sessions.ip staff_sessions.user_agent staff_links.token_hash staff_links.sealed_secret
      staff_confirmations.body staff_confirmations.before staff_confirmations.after staff_confirmations.reason`,
  },
  textMessages: {
    whose: 'customer',
    basis: 'rate limiting of text messages (GDPR art. 6.1.f)',
    kept: 'one day, as a keyed hash of the phone, the shop or the network: server/platform/gateway/sweep.ts',
    columns: 'sms_sends.subject',
  },
  auditLog: {
    whose: 'person',
    basis: 'who did what with money must be provable (GDPR art. 6.1.c and 17.3.e)',
    kept: 'with the file of the account. Names are stored in users: without them an entry has ids and an IP address',
    columns: 'audit_entries.ip',
  },
  companyFile: {
    whose: 'company',
    basis: 'Ley 10/2010 art. 25',
    kept: 'a year after an onboarding was rejected: server/merchants/privacy/deleteRejectedFiles.ts; else ten years after the relation has ended: server/merchants/privacy/deleteEndedFiles.ts',
    columns: `profiles.first_name profiles.last_name profiles.document_type profiles.document_number profiles.street profiles.address_addition profiles.postcode
      profiles.city profiles.province profiles.country profiles.nationality profiles.birthday profiles.phone profiles.landline profiles.job_title company_owners.first_name
      company_owners.last_name company_owners.document_type company_owners.document_number company_owners.birthday company_owners.nationality company_owners.country_of_residence
      company_owners.street company_owners.address_addition company_owners.postcode company_owners.city company_owners.province company_owners.country
      company_holders.name enterprises.phone uploads.bytes uploads.file_name uploads.sha256 documents.note onboarding_links.recipient
      merchants.billing_email bank_accounts.iban bank_accounts.holder_name bank_accounts.holder_document shop_applications.iban shop_drafts.iban
      debit_mandates.iban debit_mandates.debtor_name debit_mandates.signer_name debit_mandates.place debit_mandates.wording change_requests.message staff_notes.body profiles.search_text`,
  },
  accounts: {
    whose: 'company',
    basis: 'Código de Comercio art. 30, LGT art. 66',
    kept: 'six years, as issued; not deleted automatically',
    columns: `invoices.recipient_name invoices.recipient_first_name invoices.recipient_last_name invoices.recipient_tax_id invoices.recipient_address
      invoices.recipient_postcode invoices.recipient_city invoices.recipient_province invoices.recipient_country payouts.iban payouts.holder_name`,
  },
}

/** Columns without personal data: states, amounts, internal codes, the shop's own names, keys of its programs. */
export const impersonal: Readonly<Record<string, string>> = {
  access_requests: 'asked_right state',
  accounts: 'relation_end_reason type',
  analytics_events: 'event_type properties',
  api_key_lookups: 'key_hash kind rights',
  api_keys: 'kind last_four last_used_client last_used_from last_used_plugin public_key',
  assigned_invoice_numbers: 'series',
  audiences: 'basis basis_note identifier_type key_mark name name_key problem source status',
  audit_entries: 'after before call entity hash outcome previous_hash request_id role',
  audit_heads: 'hash',
  bank_accounts: 'rejection_reason state',
  bank_consents: 'error_code status',
  bank_references: 'kind reference',
  callback_attempts: 'failure told',
  callbacks: 'acknowledged kind telling',
  campaign_articles: 'article_id description id_key image_url name name_key url',
  campaigns: 'channels name num_instalments scope slug status',
  carts: 'articles shipping',
  change_requests: 'field step',
  charges: 'provider_reference state',
  checkouts: 'channels decision_wait fixed_product language product progress submit_type',
  company_holders: 'kind',
  company_owners: 'control_type',
  customer_erasures: 'gone ground',
  deadlines: 'kind',
  decision_rules: 'reason',
  decisions: 'engine outcome rule verdict verdict_by verdict_rule version',
  debit_mandates: 'creditor_address creditor_id creditor_name ended_why reference',
  debit_queue: 'message_id reference',
  debits: 'reason_code reference state',
  deliveries: 'channel problem purpose state',
  documents: 'rejection_reason side status type',
  earlier_mids: 'mid',
  email_changes: 'state',
  enterprises:
    'address_addition annual_revenue_band business_activity cif city cnae country employees_band legal_form name ownership_type postcode province registry_page registry_province registry_sheet registry_volume search_text street trade_name website',
  erasures: 'ground kind',
  idempotency_keys: 'body_hash scope_hash',
  instalments: 'state',
  invoice_lines: 'concept',
  invoice_numbers: 'series',
  invoice_runs: 'lacks',
  invoices:
    'exemption iban_last4 issuer_address issuer_city issuer_country issuer_name issuer_postcode issuer_province issuer_tax_id kind series',
  key_origins: 'origin',
  ledger_journals: 'currency kind',
  ledger_lines: 'account',
  maintenance: 'reason status_url',
  merchant_terms: 'capture_mode downpayment instalments_allowed product',
  price_lists: 'capture_mode downpayment instalments_allowed product',
  terms_notices: 'kind',
  manual_decisions: 'kind product rule verdict',
  merchants: 'country currency name payment_frequency search_text status url',
  notification_choices: 'type',
  notifications: 'level roles type',
  onboarding_links: 'document_type step',
  onboardings: 'status',
  one_time_links: 'purpose',
  daily_arrears: 'age',
  daily_buyers: 'channel',
  daily_counts: 'channel kind value',
  daily_requests: 'channel',
  daily_sales: 'channel product',
  operation_counters: 'substatus',
  operation_events: 'actor channel event from_substatus given_reason reason to_substatus',
  operation_views: 'default_for name name_key',
  operations:
    'capture_mode category channel currency mid product settlement_reference settlement_status status_reason substatus suspension_reason',
  outbox: 'channel kind last_error payload state subject',
  owner_exits: 'access how state',
  ownership_handovers: 'state',
  passkey_answers: 'challenge_hash',
  payment_methods: 'brand provider',
  payout_queue: 'message_id reference',
  payouts: 'reference return_code state',
  provider_tasks: 'code kind what',
  profiles: 'business_activity cnae iae_epigraph trade_name',
  refund_requests: 'merchant_reference reason state',
  refunds: 'kind merchant_reference reason state',
  report_queue: 'kind',
  report_schedules: 'format frequency type',
  reports: 'checksum contents format missing name problem status type',
  schema_migrations: 'checksum name',
  sealed_keys: 'sealed',
  sessions: 'end_reason',
  settlement_claim_queue: 'reference',
  settlement_claims: 'about answer evidence state',
  settlement_lines: 'kind repayment_of repayment_reference',
  settlements: 'iban_last4 reference status',
  shop_applications: 'business_activity ecommerce_platform outcome reason',
  shop_drafts: 'business_activity name url',
  shop_orders: 'meta',
  sign_ups: 'company type website',
  tills: 'closed_why code_hash device_hash name',
  uploads: 'media_type purpose',
  users: 'locale',
  memberships: 'role withheld',
  webhook_deliveries: 'data problem state type',
  webhooks: 'events off_reason old_secret secret url',
  widget_drafts: 'preferences view',
  widget_versions: 'preferences view',
  staff: 'locale roles',
  staff_confirmations: 'call entity params state',
  staff_links: 'purpose',
  staff_sessions: 'end_reason',
  staff_work_owners: 'kind',
  task_checks: 'item_key',
  task_assignees: 'item_key',
  task_snoozes: 'item_key',
}
