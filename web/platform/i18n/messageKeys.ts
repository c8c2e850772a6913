import type accessibility from '../../../messages/es/platform/accessibility.json'
import type activity from '../../../messages/es/access/activity.json'
import type audiences from '../../../messages/es/sales/audiences.json'
import type bankAccounts from '../../../messages/es/merchants/bankAccounts.json'
import type bulk from '../../../messages/es/sales/bulk.json'
import type analytics from '../../../messages/es/platform/analytics.json'
import type calendar from '../../../messages/es/platform/calendar.json'
import type charts from '../../../messages/es/platform/charts.json'
import type campaigns from '../../../messages/es/sales/campaigns.json'
import type company from '../../../messages/es/merchants/company.json'
import type consumerScreens from '../../../messages/es/sales/consumerScreens.json'
import type developer from '../../../messages/es/merchants/developer.json'
import type debits from '../../../messages/es/money/debits.json'
import type disputes from '../../../messages/es/sales/disputes.json'
import type dossier from '../../../messages/es/merchants/dossier.json'
import type errors from '../../../messages/es/platform/errors.json'
import type exports from '../../../messages/es/platform/exports.json'
import type formats from '../../../messages/es/platform/formats.json'
import type insights from '../../../messages/es/sales/insights.json'
import type help from '../../../messages/es/platform/help.json'
import type inbox from '../../../messages/es/merchants/inbox.json'
import type invoices from '../../../messages/es/money/invoices.json'
import type lab from '../../../messages/es/sales/lab.json'
import type moneyCalendar from '../../../messages/es/money/moneyCalendar.json'
import type notes from '../../../messages/es/sales/notes.json'
import type offlineCheckout from '../../../messages/es/sales/offlineCheckout.json'
import type password from '../../../messages/es/access/password.json'
import type palette from '../../../messages/es/platform/palette.json'
import type preferences from '../../../messages/es/merchants/preferences.json'
import type privacy from '../../../messages/es/merchants/privacy.json'
import type reports from '../../../messages/es/money/reports.json'
import type session from '../../../messages/es/access/session.json'
import type settings from '../../../messages/es/access/settings.json'
import type settlements from '../../../messages/es/money/settlements.json'
import type shell from '../../../messages/es/platform/shell.json'
import type simulator from '../../../messages/es/sales/simulator.json'
import type team from '../../../messages/es/access/team.json'
import type tills from '../../../messages/es/access/tills.json'
import type webhooks from '../../../messages/es/merchants/webhooks.json'
import type onboarding from '../../../messages/es/merchants/onboarding.json'
import type operations from '../../../messages/es/sales/operations.json'
import type views from '../../../messages/es/sales/views.json'
import type visit from '../../../messages/es/sales/visit.json'
import type consoleDisputes from '../../../messages/es/provider/consoleDisputes.json'
import type credits from '../../../messages/es/provider/credits.json'
import type decisions from '../../../messages/es/provider/decisions.json'
import type events from '../../../messages/es/provider/events.json'
import type bankFiles from '../../../messages/es/provider/bankFiles.json'
import type cardBalance from '../../../messages/es/provider/cardBalance.json'
import type announcements from '../../../messages/es/provider/announcements.json'
import type people from '../../../messages/es/provider/people.json'
import type staff from '../../../messages/es/provider/staff.json'
import type security from '../../../messages/es/provider/security.json'
import type trail from '../../../messages/es/provider/trail.json'
import type figures from '../../../messages/es/provider/figures.json'
import type console from '../../../messages/es/provider/console.json'
import type apiKeys from '../../../messages/es/provider/apiKeys.json'
import type messages from '../../../messages/es/provider/messages.json'
import type system from '../../../messages/es/provider/system.json'
import type prices from '../../../messages/es/provider/prices.json'
import type consoleMerchants from '../../../messages/es/provider/consoleMerchants.json'
import type setup from '../../../messages/es/provider/setup.json'
import type review from '../../../messages/es/provider/review.json'
import type money from '../../../messages/es/provider/money.json'
import type work from '../../../messages/es/provider/work.json'

type Messages = typeof accessibility &
  typeof developer &
  typeof disputes &
  typeof consoleDisputes &
  typeof review &
  typeof work &
  typeof money &
  typeof announcements &
  typeof bankFiles &
  typeof cardBalance &
  typeof events &
  typeof activity &
  typeof audiences &
  typeof bankAccounts &
  typeof bulk &
  typeof analytics &
  typeof calendar &
  typeof campaigns &
  typeof charts &
  typeof company &
  typeof consumerScreens &
  typeof dossier &
  typeof errors &
  typeof exports &
  typeof formats &
  typeof help &
  typeof inbox &
  typeof insights &
  typeof invoices &
  typeof lab &
  typeof moneyCalendar &
  typeof notes &
  typeof offlineCheckout &
  typeof password &
  typeof palette &
  typeof preferences &
  typeof privacy &
  typeof reports &
  typeof views &
  typeof visit &
  typeof session &
  typeof settings &
  typeof settlements &
  typeof debits &
  typeof shell &
  typeof simulator &
  typeof team &
  typeof tills &
  typeof webhooks &
  typeof onboarding &
  typeof operations &
  typeof console &
  typeof figures &
  typeof prices &
  typeof decisions &
  typeof credits &
  typeof consoleMerchants &
  typeof setup &
  typeof people &
  typeof security &
  typeof staff &
  typeof messages &
  typeof system &
  typeof apiKeys &
  typeof trail

/** Every key of the Spanish message files that the browser uses; a type only, the messages are loaded at run time. */
export type MessageKey = keyof Messages & string
