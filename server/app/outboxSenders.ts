import { emailChangeEmail } from '../access/emailChange/emailChangeEmail.ts'
import { accountEmail } from '../access/session/accountEmail.ts'
import { teamEmail } from '../access/team/teamEmail.ts'
import { deliverWebhook } from '../merchants/webhooks/deliver.ts'
import { ibanEmail } from '../merchants/ibans/ibanEmail.ts'
import { digestEmail } from '../merchants/noticeDelivery/digest.ts'
import { noticeEmail } from '../merchants/noticeDelivery/noticeEmail.ts'
import { noticePush } from '../merchants/noticeDelivery/noticePush.ts'
import { weeklyEmail } from '../merchants/noticeDelivery/weeklyEmail.ts'
import { keyEmail } from '../merchants/preferences/keyEmail.ts'
import { invoiceEmail } from '../money/invoices/invoiceEmail.ts'
import { payoutEmail } from '../money/payouts/payoutEmail.ts'
import { packageEmail } from '../money/reports/packageEmail.ts'
import { reportEmail } from '../money/reports/reportEmail.ts'
import { notifyShop } from '../sales/callbacks/notifyShop.ts'
import { contractAttachment } from '../sales/checkout/contractFile.ts'
import { creditMessages } from '../sales/messages/creditMessage.ts'
import { customerMessages } from '../sales/messages/customerMessage.ts'
import { announcementEmail } from '../provider/announcements/announcementEmail.ts'
import { deliverEvents } from '../provider/events/deliver.ts'
import { staffEmail } from '../provider/staff/staffEmail.ts'
import type { OutboxSenders } from '../platform/outbox/sender.ts'

/** How each kind of message is sent. */
export const outboxSenders: OutboxSenders = {
  invoice_email: invoiceEmail,
  key_email: keyEmail,
  iban_email: ibanEmail,
  payout_email: payoutEmail,
  team_email: teamEmail,
  notice_email: noticeEmail,
  digest_email: digestEmail,
  weekly_email: weeklyEmail,
  notice_push: noticePush,
  customer_message: customerMessages(contractAttachment),
  refund_message: customerMessages(),
  credit_message: creditMessages,
  report_email: reportEmail,
  package_email: packageEmail,
  account_email: accountEmail,
  email_change_email: emailChangeEmail,
  staff_email: staffEmail,
  order_callback: notifyShop,
  webhook: deliverWebhook,
  provider_event: deliverEvents,
  announcement_email: announcementEmail,
}
