/** What the files of some folders may import besides their own folder: folders and files of the project, and packages (null: any). */
export type ImportRule = { folders: readonly string[]; may: readonly string[] | null; packages: readonly string[] | null }

const rule = (folders: readonly string[], may: readonly string[] | null, packages: readonly string[] | null = null): ImportRule => ({
  folders,
  may,
  packages,
})
const inside = (parent: string, names: readonly string[]) => names.map((name) => `${parent}/${name}`)

/** Known to both sides of the API. */
const shared = ['domain', 'contract']

/** The browser's part of the platform, bottom-up: each may import those before it. */
const web = (...rooms: readonly string[]) => inside('web/platform', rooms)
const page = [...shared, ...web('api', 'i18n', 'ui', 'styles', 'state', 'feedback', 'routes')]
/** A screen: with session, requests and lists. */
const screen = [...page, ...web('session', 'navigation', 'outage', 'requests', 'live', 'lists', 'quickActions', 'frame')]
/** A screen about operations. */
const screenOfOperations = [...screen, 'web/sales/operationStatus']

/** A page of the provider's console. */
const consolePage = [
  ...page,
  ...web('lists'),
  ...inside('web/platform/session', ['AuthenticatorSecret.tsx', 'PasswordChecklist.tsx', 'passwordForm.ts', 'RecoveryCodeList.tsx']),
  'web/provider/api',
  'web/provider/frame',
]

/** The base of the calls of all rooms. */
const base = [...shared, ...inside('server/platform', ['brand', 'config', 'database', 'log', 'metrics', 'tracing/spans.ts'])]
/** What handlers build on. */
const kit = [
  ...base,
  ...inside('server/platform', [
    'apiCalls',
    'audit',
    'calls',
    'events',
    'files',
    'jobs',
    'keys',
    'emails',
    'outbound',
    'outbox',
    'uploads',
    'pages/brandStyle.ts',
  ]),
]
/** Rooms that others build on: operations and their plans, ledger, partners, notices, names of banks and places, messages to customers, tasks. */
const commonRooms = [
  'server/sales/lifecycle',
  'server/sales/messages',
  'server/sales/decisions',
  ...inside('server/money', ['ledger', 'payments']),
  ...inside('server/merchants', ['notices', 'places', 'tasks']),
]
const room = [...kit, ...commonRooms]

/**
 * Which folder may import which. The rule of the innermost folder applies; a folder without a rule fails the check, and so does a rule for a missing folder.
 * From above: the app combines rooms; rooms build on shared rooms, and on each other only as listed here; all build on the platform.
 */
export const importRules: readonly ImportRule[] = [
  rule(['domain'], [], ['@rgrove/parse-xml']),
  rule(['domain/testing'], ['domain'], ['fast-check', 'vitest']),
  rule(['contract'], ['domain'], ['zod', 'zod/mini']),
  rule(['client'], [], []),

  rule(web('ui'), ['domain', 'web/platform/styles'], ['react', 'react-dom', 'lucide-react', 'qr']),
  // Drawings word their figures by themselves, and save them as files.
  rule(
    web('ui/charts'),
    ['domain', ...web('ui', 'i18n'), 'web/platform/lists/saveFile.ts'],
    ['react', 'react-dom', 'd3-scale', 'd3-shape', 'lucide-react'],
  ),
  rule(web('api', 'styles'), shared),
  rule(web('i18n'), ['domain', 'messages', 'web/platform/api/serverClock.ts']),
  rule(web('state', 'feedback', 'routes'), page),
  rule(web('session'), page),
  rule(web('navigation', 'outage'), [...page, ...web('session')]),
  rule(web('requests', 'live'), [...page, ...web('session', 'outage')]),
  rule(web('lists'), [...page, ...web('requests')]),
  rule(web('help'), [...page, 'messages', ...web('session', 'navigation', 'outage')]),
  rule(web('quickActions'), [...page, ...web('session', 'navigation', 'help')]),
  rule(web('frame'), [...page, ...web('session', 'navigation', 'outage', 'live', 'quickActions', 'help')]),
  rule(web('analytics'), [...page, ...web('session', 'outage')]),
  rule(['web/merchants/pushWorker'], shared),

  rule(['web/access/login'], screen),
  rule(inside('web/access', ['activity', 'team']), screenOfOperations),
  rule(['web/access/settings'], [...screen, 'web/merchants/company']),
  rule(['web/access/security'], [...screen, 'web/access/settings']),
  rule(inside('web/merchants', ['company', 'preferences']), screen),
  rule(['web/merchants/inbox'], screenOfOperations),
  rule(inside('web/merchants', ['companyPages', 'notifications']), [...screen, 'web/access/settings', 'web/merchants/company']),
  rule(inside('web/merchants', ['ibans', 'onboarding']), [...screenOfOperations, 'web/merchants/company']),
  rule(['web/merchants/keys'], [...screen, 'web/merchants/preferences']),
  rule(inside('web/merchants', ['plugins', 'webhooks', 'widgetSettings']), [
    ...screenOfOperations,
    ...inside('web/merchants', ['keys', 'preferences']),
  ]),
  rule(['web/merchants/developer'], [...screen, ...inside('web/merchants', ['keys', 'plugins', 'preferences', 'webhooks'])]),
  rule(inside('web/sales', ['audiences', 'campaigns', 'lab', 'refunds', 'simulator']), screenOfOperations),
  rule(['web/sales/insights'], [...screenOfOperations, 'web/money/calendar']),
  rule(['web/sales/operationStatus'], screen),
  rule(inside('web/sales', ['offlineCheckout', 'operations']), [...screenOfOperations, 'web/sales/simulator']),
  rule(['web/sales/operationDetail'], [...screenOfOperations, 'web/sales/refunds']),
  rule(inside('web/money', ['calendar', 'debits', 'reports', 'settlements']), screenOfOperations),
  rule(['web/money/invoices'], [...screenOfOperations, 'web/merchants/ibans']),
  rule(['web/money/bankStatement'], [...screenOfOperations, 'web/money/settlements']),
  // The provider's console: its frame and client, and rooms that know each other by address only.
  rule(['web/provider/api'], [...shared, ...web('api', 'i18n', 'state', 'feedback'), 'web/platform/requests/useContentKey.ts']),
  rule(['web/provider/frame'], [...page, 'web/provider/api', 'web/platform/lists']),
  rule(
    inside('web/provider', [
      'apiKeys',
      'decisions',
      'events',
      'figures',
      'merchants',
      'messages',
      'people',
      'prices',
      'security',
      'setup',
      'signIn',
      'system',
      'trail',
    ]),
    consolePage,
  ),
  rule(['web/provider/announcements'], [...consolePage, 'web/platform/requests/useDebounced.ts']),
  rule(inside('web/provider', ['bankFiles', 'cardBalance', 'credits', 'disputes', 'money']), consolePage),
  rule(['web/provider/operations'], [...consolePage, 'web/provider/credits', 'web/sales/operationStatus/statusKind.ts']),
  rule(['web/provider/workQueue'], [...consolePage, 'web/platform/requests/useNow.ts', 'web/provider/setup']),
  // A document's text and pages are read by the same parser as in the panel.
  rule(
    ['web/provider/review'],
    [
      ...consolePage,
      ...inside('web/platform/requests', ['useDebounced.ts', 'useNow.ts']),
      ...inside('web/merchants/company/papers', ['pdfPaper.ts', 'usePaper.ts']),
    ],
  ),
  rule(['web/provider'], ['web/provider', ...page]),
  // Pages embedded in other sites, or without anything of the panel.
  rule(
    ['web/sales/checkout'],
    [...shared, ...web('api', 'i18n', 'ui', 'styles'), 'web/platform/lists/saveFile.ts', 'web/sales/cardField/cardMessages.ts'],
  ),
  rule(['web/sales/cardField'], ['web/platform/styles', 'messages/es/sales/cardField.json'], []),
  rule(['web/sales/widget'], [...shared, 'messages/es/sales/widget.json'], []),
  // Routes, entry points and bundles: above all screens.
  rule(['web', 'web/testing'], ['web', ...shared]),

  rule(['server/platform/database'], ['domain', 'server/embedded', 'server/platform/metrics', 'server/platform/tracing/spans.ts']),
  rule(['server/platform/metrics'], []),
  rule(['server/platform/brand'], ['domain']),
  rule(['server/platform/tracing'], inside('server/platform', ['calls/refusal.ts', 'config', 'log'])),
  rule(inside('server/platform', ['audit', 'keys', 'log', 'uploads']), base),
  rule(inside('server/platform', ['events', 'files', 'jobs']), base),
  rule(['server/platform/outbound'], [...base, 'server/platform/outbox/lease.ts']),
  // The embedded database's folder is a setting.
  rule(
    ['server/platform/config'],
    [...base, ...inside('server/platform', ['brand', 'calls/messages.ts', 'emails', 'outbound', 'pages/brandStyle.ts']), 'server/embedded'],
  ),
  // The services that a handler gets: the types of partners and of text messages are defined above.
  rule(['server/platform/calls'], [...kit, 'server/money/payments', 'server/sales/messages/smsProvider.ts']),
  rule(['server/platform/analytics', 'server/platform/apiCalls'], kit),
  rule(['server/platform/gateway'], [...kit, 'server/platform/pages/pageLanguage.ts']),
  rule(['server/platform/shopGateway'], [...kit, 'server/platform/gateway']),
  rule(['server/platform/consoleGateway'], [...kit, 'server/platform/gateway', 'server/platform/pages/pageLanguage.ts']),
  rule(['server/platform/providerGateway'], [...kit, 'server/platform/gateway']),
  rule(['server/platform/apiDescription'], kit),
  // The demo's shop, the address that starts a checkout, and the page of the simulated card provider.
  rule(
    ['server/platform/pages'],
    [
      ...kit,
      'client',
      'server/platform/apiDescription',
      'server/platform/providerGateway/keyLimit.ts',
      'server/demo',
      'server/sales/messages/customerLinks.ts',
      ...inside('server/money/payments', [
        'simulatedCards.ts',
        'simulatedCardRecords.ts',
        'simulatedIdentity.ts',
        'simulatedChecks.ts',
        'simulatedPartners.ts',
      ]),
    ],
  ),

  rule(['server/access/session', 'server/access/team', 'server/access/activity', 'server/access/continuations'], room),
  rule(['server/access/secondFactor', 'server/access/tills'], [...room, 'server/access/session']),
  rule(['server/access/signUp'], [...room, 'server/access/session', 'server/merchants/onboarding/createAccount.ts']),
  rule(['server/access/signIn'], [...room, 'server/access/session', 'server/access/secondFactor']),
  rule(
    ['server/access/password', 'server/access/emailChange'],
    [...room, ...inside('server/access', ['session', 'secondFactor', 'signIn'])],
  ),

  // What an e-mail says, and its form: HTML and text.
  rule(['server/platform/emails'], [...base, ...inside('server/platform', ['calls', 'pages/brandStyle.ts'])]),
  rule(['server/platform/outbox'], [...base, ...inside('server/platform', ['calls', 'emails'])]),
  rule(['server/merchants/notices'], [...base, 'server/platform/outbox']),
  rule(['server/merchants/places'], kit),
  rule(
    ['server/merchants/tasks'],
    [...base, ...inside('server/platform', ['audit', 'calls/wire.ts']), 'server/money/ledger', 'server/sales/lifecycle'],
  ),
  rule(
    inside('server/merchants', [
      'apiCalls',
      'company',
      'ibans',
      'inbox',
      'merchants',
      'noticeDelivery',
      'preferences',
      'privacy',
      'webhooks',
    ]),
    room,
  ),
  rule(['server/merchants/onboarding'], [...room, 'server/merchants/company']),

  rule(['server/sales/lifecycle'], [...kit, 'server/money/ledger', 'server/money/credits/openCredit.ts', 'server/merchants/notices']),
  rule(['server/sales/messages'], [...kit, ...inside('server/money/payments', ['cardProvider.ts', 'partnerModules.ts'])]),
  rule(['server/sales/identity'], [...room, 'server/sales/decisions']),
  rule(
    ['server/sales/cards'],
    [...room, 'server/money/credits/payCredits.ts', 'server/money/disputes/syncDispute.ts', 'server/sales/identity'],
  ),
  rule(['server/sales/decisions'], [...kit, 'server/sales/lifecycle', 'server/sales/messages', 'server/money/payments']),
  rule(inside('server/sales', ['audiences', 'callbacks', 'campaigns', 'insights', 'lab', 'notes', 'offlineCheckout']), room),
  rule(inside('server/sales', ['checkout', 'clock']), [...room, 'server/sales/cards', 'server/sales/identity']),
  rule(inside('server/sales', ['operations', 'shopCheckout', 'shopsApi', 'views', 'widget']), room),

  // The figures of the day are proved beside the books.
  rule(
    ['server/money/ledger'],
    [...base, ...inside('server/sales/lifecycle', ['figuresOfHistory.ts', 'figureTables.ts', 'operationNet.ts'])],
  ),
  rule(['server/money/payments/stripe'], [...base, 'server/money/payments'], ['stripe']),
  rule(['server/money/payments/gocardless'], [...base, 'server/money/payments'], ['gocardless']),
  rule(['server/money/payments'], [...base, 'server/platform/outbound', 'server/platform/calls/wire.ts']),
  rule(['server/money/reports', 'server/money/settlements'], room),
  // A settlement is paid out, and its shop is notified.
  rule(['server/money/payouts'], [...room, 'server/money/settlements']),
  rule(['server/money/disputes'], room),
  rule(['server/money/cardBalance'], room),
  // Transfers to customers go to the bank in files as those to shops.
  rule(['server/money/credits'], [...room, ...inside('server/money/payouts', ['payOut.ts'])]),
  // The issuer of the demo's invoices and mandates.
  rule(['server/money/debits', 'server/money/invoices'], [...room, 'server/demo/demoIssuer.ts']),

  // The provider's staff acts through the rooms that own the rules.
  rule(
    ['server/provider'],
    [...kit, ...inside('server', ['access', 'merchants', 'sales', 'money']), 'server/platform/consoleGateway', 'server/platform/gateway'],
  ),

  rule(['server/embedded'], ['server/platform/database', 'domain']),
  rule(
    ['server/demo'],
    [
      'server/platform/database',
      'server/platform/calls/wire.ts',
      ...inside('server/sales/lifecycle', ['operationDeadlines.ts', 'campaignDeadlines.ts', 'figureTables.ts', 'operationLookups.ts']),
      'domain',
    ],
  ),
  rule(['server/app', 'server/testing'], ['server', 'client', 'tools', ...shared]),

  // Black box: screens and addresses only.
  rule(
    ['e2e', 'bench', 'chaos'],
    ['bench', 'e2e', 'tools', 'server', 'client', ...shared, ...inside('web/platform/routes', ['paths.ts', 'routeTable.ts'])],
  ),
  rule(['tools'], null),
]
