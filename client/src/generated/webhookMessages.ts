// Made of the contract by `npm run client`: not to be changed by hand.
import type { OperationNews, SettlementNews, ReportNews, FailedReportNews, CampaignNews, Instant } from './shapes.ts'

type Message<Type extends string, Data> = { [T in Type]: { type: T; timestamp: Instant; data: Data } }[Type]
/** What is sent to an address of yours, told apart by `type`. */
export type WebhookMessage =
  | Message<
      | 'operation.created'
      | 'operation.updated'
      | 'operation.approved'
      | 'operation.confirmed'
      | 'operation.captured'
      | 'operation.refund_held'
      | 'operation.refund_undone'
      | 'operation.refunded'
      | 'operation.completed'
      | 'operation.suspended'
      | 'operation.resumed'
      | 'operation.disputed'
      | 'operation.dispute_closed'
      | 'operation.ended',
      OperationNews
    >
  | Message<'settlement.paid' | 'settlement.returned', SettlementNews>
  | Message<'report.ready', ReportNews>
  | Message<'report.failed', FailedReportNews>
  | Message<'campaign.started' | 'campaign.paused' | 'campaign.ended', CampaignNews>
  | Message<'webhook.test', Readonly<Record<string, never>>>
