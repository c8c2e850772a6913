import type accessibility from '../../../messages/es/accessibility.json'
import type activity from '../../../messages/es/activity.json'
import type audiences from '../../../messages/es/audiences.json'
import type bankAccounts from '../../../messages/es/bankAccounts.json'
import type bulk from '../../../messages/es/bulk.json'
import type analytics from '../../../messages/es/analytics.json'
import type calendar from '../../../messages/es/calendar.json'
import type campaigns from '../../../messages/es/campaigns.json'
import type company from '../../../messages/es/company.json'
import type consumerScreens from '../../../messages/es/consumerScreens.json'
import type debits from '../../../messages/es/debits.json'
import type dossier from '../../../messages/es/dossier.json'
import type errors from '../../../messages/es/errors.json'
import type exports from '../../../messages/es/exports.json'
import type formats from '../../../messages/es/formats.json'
import type inbox from '../../../messages/es/inbox.json'
import type invoices from '../../../messages/es/invoices.json'
import type lab from '../../../messages/es/lab.json'
import type notes from '../../../messages/es/notes.json'
import type offlineCheckout from '../../../messages/es/offlineCheckout.json'
import type password from '../../../messages/es/password.json'
import type preferences from '../../../messages/es/preferences.json'
import type privacy from '../../../messages/es/privacy.json'
import type reports from '../../../messages/es/reports.json'
import type session from '../../../messages/es/session.json'
import type settings from '../../../messages/es/settings.json'
import type settlements from '../../../messages/es/settlements.json'
import type shell from '../../../messages/es/shell.json'
import type simulator from '../../../messages/es/simulator.json'
import type team from '../../../messages/es/team.json'
import type tills from '../../../messages/es/tills.json'
import type webhooks from '../../../messages/es/webhooks.json'
import type onboarding from '../../../messages/es/onboarding.json'
import type operations from '../../../messages/es/operations.json'
import type views from '../../../messages/es/views.json'
import type visit from '../../../messages/es/visit.json'

type Messages = typeof accessibility &
  typeof activity &
  typeof audiences &
  typeof bankAccounts &
  typeof bulk &
  typeof analytics &
  typeof calendar &
  typeof campaigns &
  typeof company &
  typeof consumerScreens &
  typeof dossier &
  typeof errors &
  typeof exports &
  typeof formats &
  typeof inbox &
  typeof invoices &
  typeof lab &
  typeof notes &
  typeof offlineCheckout &
  typeof password &
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
  typeof operations

/** Every key of the Spanish message files that the browser reads; known to the compiler only, the words come at run time. */
export type MessageKey = keyof Messages & string
