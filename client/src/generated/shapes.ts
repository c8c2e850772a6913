// Made of the contract by `npm run client`: not to be changed by hand.
/** Whole euro cents: 12.50 € is 1250. */
export type Cents = number

/** Hundredths of a percent: 21 % is 2100. */
export type Rate = number

/** A moment in UTC: 2026-03-02T08:15:00Z. */
export type Instant = string

/** A day in Madrid: 2026-03-02. */
export type Day = string

export type Substatus =
  | 'payment_process'
  | 'payment_completed'
  | 'payment_suspended'
  | 'pending_merchant'
  | 'pending_customer'
  | 'stopped_merchant'
  | 'stopped_customer'
  | 'stopped_duplicated'
  | 'rejected'

export type CampaignState = 'draft' | 'scheduled' | 'active' | 'paused' | 'finished'

export type CheckoutOrder = {
  id: string | number
  totalAmount: Cents
  currency: string
  articles: readonly Article[]
  taxRate?: Rate
  discount?: Cents
  discountRate?: Rate
  cartDiscount?: Cents
  cartDiscountRate?: Rate
  options?: { eventDate?: string }
  created?: string
}

export type Article = {
  id: string | number
  name: string
  quantity: number | string
  price: number
  taxRate?: Rate
  discount?: Cents
  discountRate?: Rate
  url?: string
  imageUrl?: string
  description?: string
  category?: string
  sku?: string
}

export type Customer = {
  firstName?: string
  lastName?: string
  id?: string | number
  email?: string
  phone?: string
  birthday?: string
  type?: 'g' | 'n' | 'e'
  gender?: 0 | 1 | 2 | 3
  language?: string
  dateJoined?: string
  lastLogin?: string
  documentId?: string
  address?: {
    street?: string
    addressAddition?: string
    city?: string
    state?: string
    country?: string
    postcode?: string
    phone?: string
    altPhone?: string
  }
}

export type Billing = {
  firstName?: string
  lastName?: string
  street?: string
  addressAddition?: string
  city?: string
  state?: string
  country?: string
  postcode?: string
  phone?: string
  altPhone?: string
}

export type Shipping = Billing & {
  zip?: string
  name?: string
  price?: Cents
  taxRate?: Rate
  discount?: Cents
  discountRate?: Rate
  method?: 'pickup_store' | 'pickup_point' | 'postal'
}

export type Status = {
  id: string
  mid: string | null
  totalAmount: Cents
  currency: { name: string; code: 'EUR'; numeric: string; symbol: string }
  status: 'ok' | 'pending' | 'ko'
  statusReason: string | null
  sandbox: boolean
}

export type OrderMessage = Status & {
  taxRate: Rate
  discount: Cents
  discountRate: Rate
  created: Instant
  verified: Instant | null
  confirmed: Instant | null
  expiresAt: Instant | null
  expired: Instant | null
  cancelled: Instant | null
  rejected: boolean
}

export type Order = OrderMessage & {
  category: 'accepted' | 'in_process' | 'stopped' | 'rejected'
  substatus: Substatus
  settlementStatus: 'none' | 'pending' | 'settled' | 'reversed'
  product: { type: 'instalments' | 'pay_in_4' | 'pay_later' }
  capturedAmount: Cents
  refundedAmount: Cents
  voidedAmount: Cents
  remainingAmount: Cents
  remainingCaptureAmount: Cents
  instalmentPlan: {
    numInstalments: number
    amount: Cents
    downpayment: { amount: Cents; state: 'pending' | 'paid' | 'refunded' | null }
  } | null
  customer: {
    id: string | null
    phone: { number: string | null; country: string | null }
    documentId: { number: string | null; country: string | null; type: string | null }
    created: Instant
  }
  account: {
    id: string | null
    type: string | null
    gender: number | null
    firstName: string
    lastName: string
    email: string
    lastLogin: Instant | null
    dateJoined: Instant | null
    created: Instant
  }
  campaignId: string | null
}

export type Refund = {
  id: string
  amount: Cents
  pendingAmount: Cents
  accrualDate: string
  creditToCustomer: Cents
  completed: boolean
  completedButDefaults: boolean
  created: Instant
}

export type Capture = {
  id: string
  amount: Cents
  created: Instant
  refunds: readonly Refund[]
  refundedAmount: Cents
  remainingAmount: Cents
}

export type Void = { id: string; amount: Cents; created: Instant }

export type Voids = { remainingAmount: Cents; results: readonly Void[] }

export type Dispute = {
  id: string
  orderId: string
  mid: string | null
  state: 'inquiry' | 'needs_response' | 'under_review' | 'won' | 'lost' | 'dismissed'
  reason: 'fraudulent' | 'unrecognized' | 'not_received' | 'unacceptable' | 'duplicate' | 'refund_missing' | 'cancelled' | 'general'
  amount: Cents
  openedAt: Instant
  answerBy: Instant | null
  evidenceDueAt: Instant | null
  answer: 'evidence' | 'accepted' | null
  answeredAt: Instant | null
  text: string
  files: number
  submittedAt: Instant | null
  closedAt: Instant | null
  bearer: 'merchant' | 'provider' | null
  charged: { amount: Cents; fee: Cents; vat: Cents }
  answerable: boolean
}

export type Merchant = {
  id: string
  name: string
  url: string | null
  status: 'pending' | 'active' | 'rejected' | 'suspended' | 'closed'
  country: string
  currency: 'EUR'
  timezone: 'Europe/Madrid'
  products: readonly {
    type: 'instalments' | 'pay_in_4' | 'pay_later'
    minAmount: Cents
    maxAmount: Cents
    numInstalments: readonly number[]
  }[]
  created: Instant
  liveOn: Instant | null
}

export type Campaign = {
  id: string
  name: string
  slug: string
  startDate: Instant | null
  endDate: Instant
  interest: Rate | null
  partial: boolean
  numInstalments: readonly number[]
  minOrderAmount: Cents | null
  maxOrderAmount: Cents | null
  created: Instant
  isDraft: boolean
  revision: number
}

export type AskedCampaign = {
  name?: string | null
  startDate?: string | null
  endDate?: string | null
  interest?: Rate | null
  partial?: boolean | null
  numInstalments?: readonly number[] | null
  minOrderAmount?: Cents | null
  maxOrderAmount?: Cents | null
}

export type ChangedCampaign = AskedCampaign & { revision?: number }

export type CampaignArticle = { id: string; name: string; url: string | null; description: string | null; imageUrl: string | null }

export type AskedCampaignArticle = { id: number | string; name?: string; url?: string; description?: string; imageUrl?: string }

export type Settlement = {
  id: string
  reference: string
  status: 'closed' | 'paid' | 'compensated' | 'returned'
  valueOn: Day
  periodFrom: Day
  periodTo: Day
  netAmount: Cents
  closingBalance: Cents
  lineCount: number
  paidAt: Instant | null
}

export type SettlementLine = {
  id: string
  kind: 'order' | 'refund' | 'cancel' | 'fee_minimum' | 'repayment' | 'vat_rounding' | 'chargeback'
  orderId: string | null
  mid: string | null
  occurredAt: Instant
  grossAmount: Cents
  feeAmount: Cents
  vatAmount: Cents
  subsidyAmount: Cents
  netAmount: Cents
}

export type Reconciled = {
  format: 'norma43' | 'camt052' | 'camt053' | 'camt054' | 'mt940' | 'csv'
  unread: number
  pending: number
  otherCurrency: number
  reversed: number
  settlements: readonly {
    id: string
    reference: string
    status: 'closed' | 'paid' | 'compensated' | 'returned'
    valueOn: Day
    netAmount: Cents
    found: 'collected' | 'different' | 'missing' | 'open'
    by: 'reference' | 'amount' | null
    credit: { place: number; on: Day; amount: Cents } | null
    difference: Cents | null
  }[]
  unknown: readonly { place: number; on: Day; amount: Cents }[]
}

export type OperationNews = {
  operationId: string
  mid: string | null
  sequence: number
  event: string
  from: Substatus | null
  to: Substatus
  reason: string | null
  amount: Cents | null
}

export type SettlementNews = { settlementId: string; reference: string; amount: Cents; valueOn: Day; returnCode: string | null }

export type ReportNews = {
  reportId: string
  scheduleId: string | null
  type: string
  format: string
  from: Day
  to: Day
  rows: number
  sha256: string
  expiresAt: Instant
}

export type FailedReportNews = {
  reportId: string
  scheduleId: string | null
  type: string
  format: string
  from: Day
  to: Day
  problem: 'failed' | 'missing'
  missing: readonly string[]
}

export type CampaignNews = { campaignId: string; slug: string; from: CampaignState; to: CampaignState }

export type CheckoutCreateBody = {
  merchant: {
    notificationUrl: string
    successUrl?: string
    pendingUrl?: string
    koUrl?: string
    errorUrl?: string
    cancelUrl?: string
    dismissUrl?: string
    checkoutUrl?: string
    closeOnSuccess?: boolean
    timeoutCheckout?: number
    timeoutExtra?: number
  }
  order: CheckoutOrder
  customer: Customer
  billing?: Billing
  shipping?: Shipping
  product?: { type?: 'instalments' | 'pay_in_4' | 'pay_later' }
  meta?: { module?: { name?: string; version?: string }; version?: string }
}

export type CheckoutAvailableQuery = { amount: Cents; currency?: string; country?: string; 'product[type]'?: string }

export type CheckoutOfflineCreateBody = {
  merchant?: { ipnUrl?: string }
  order: CheckoutOrder
  customer: Customer
  billing?: Billing
  shipping?: Shipping
  product?: { type?: 'instalments' | 'pay_in_4' | 'pay_later' }
  meta?: { module?: { name?: string; version?: string }; version?: string }
}

export type OrderDisputeListQuery = { state?: 'inquiry' | 'needs_response' | 'under_review' | 'won' | 'lost' | 'dismissed'; page?: number }

export type PlanSimulateQuery = {
  amount: Cents
  currency?: string
  country?: string
  view?: 'product' | 'cart'
  payday?: string
  articles?: string
}

export type CampaignListQuery = { page?: number; 'articles-mid'?: string }

export type CampaignArticleListQuery = { page?: number }

export type CampaignArticleRemoveQuery = { 'article-mid'?: string }

export type OperationReplaceCartBody = {
  order: {
    id?: string | number
    totalAmount?: Cents
    currency?: string
    articles: readonly {
      id: string | number
      name: string
      quantity: number | string
      price: number
      taxRate?: Rate
      discount?: Cents
      discountRate?: Rate
      url?: string
      imageUrl?: string
      description?: string
      category?: string
      sku?: string
    }[]
    taxRate?: Rate
    discount?: Cents
    discountRate?: Rate
    cartDiscount?: Cents
    cartDiscountRate?: Rate
    options?: { eventDate?: string }
    created?: string
    shipping?: Billing & {
      zip?: string
      name?: string
      price?: Cents
      taxRate?: Rate
      discount?: Cents
      discountRate?: Rate
      method?: 'pickup_store' | 'pickup_point' | 'postal'
    }
  }
}

export type OperationUpdateCartBody = {
  order: {
    id?: string | number
    totalAmount?: Cents
    currency?: string
    articles?: readonly {
      id: string | number
      name: string
      quantity: number | string
      price: number
      taxRate?: Rate
      discount?: Cents
      discountRate?: Rate
      url?: string
      imageUrl?: string
      description?: string
      category?: string
      sku?: string
    }[]
    taxRate?: Rate
    discount?: Cents
    discountRate?: Rate
    cartDiscount?: Cents
    cartDiscountRate?: Rate
    options?: { eventDate?: string }
    created?: string
    shipping?: Billing & {
      zip?: string
      name?: string
      price?: Cents
      taxRate?: Rate
      discount?: Cents
      discountRate?: Rate
      method?: 'pickup_store' | 'pickup_point' | 'postal'
    }
  }
}

export type OperationCaptureBody = { amount?: Cents }

export type CaptureRefundBody = { amount: Cents; merchantReference?: string }

export type OrderDisputeEvidenceBody = { text: string }

export type OperationRefundBody = { amount: Cents; merchantReference?: string }

export type OperationVoidBody = { amount: Cents }

export type SettlementListQuery = { from?: Day; to?: Day; page?: number }

export type SettlementReconcileBody = {
  statement: string
  columns?: { date: number; amount?: number; debit?: number; credit?: number; mark?: number }
}

export type SettlementLinesQuery = { page?: number }

export type CheckoutCreateAnswer = { id: string; checkoutUrl: string; expiresAt: Instant; sandbox: boolean }

export type CheckoutAvailableAnswer = { allowed: true }

export type CheckoutOfflineCreateAnswer = { id: string; checkoutUrl: string; expiresAt: Instant }

export type PlanSimulateAnswer = {
  choices: readonly {
    product: 'instalments' | 'pay_in_4' | 'pay_later'
    instalments: readonly {
      annualEquivalent: Rate
      amount: Cents
      numInstalments: number
      downpaymentAmount: Cents
      totalInterest: Cents
      totalFees: Cents
      discounts: { applied: Cents; social: Cents; financial: Cents }
    }[]
  }[]
  options: {
    annualEquivalent: Rate | null
    referenceAnnualEquivalent: Rate | null
    highlightedNumInstalments: readonly number[]
    minAmount: Cents | null
    maxCreditAmount: Cents | null
    widget: {
      type: string
      preferences: {
        disabled: boolean
        type: 'text' | 'button' | 'select' | 'big-button'
        branding: boolean
        legalAdvice: boolean
        downpaymentInfo: boolean
        titleDefault: string
        titleZeroInterest: string
        align: 'left' | 'center' | 'right'
        textColor: string
        btnTextColor: string
        btnBgColor: string
        defaultInstalments: number | null
        legalText: string
        outOfLimits: 'show' | 'hide'
      }
      styles: { textColor: string; btnTextColor: string; btnBgColor: string }
      disabled: boolean
    }
  }
}

export type KeyViewPublicAnswer = { publicApiKey: string | null; sandbox: boolean }

export type OperationViewAnswer = Order & {
  articles: readonly { id: string | null; name: string; quantity: number; price: Cents; taxRate: Rate; discount: Cents; total: Cents }[]
  billing: Readonly<Record<string, unknown>> | null
  shipping: Readonly<Record<string, unknown>> | null
  captures: readonly Capture[]
  refunds: readonly Refund[]
  voids: readonly Void[]
}

export type OperationCapturesAnswer = { remainingCaptureAmount: Cents; results: readonly Capture[] }

export type OperationCaptureAnswer = Capture & { remainingCaptureAmount: Cents }

export type OrderDisputesAnswer = { results: readonly Dispute[] }

export type OperationRefundableAnswer = { remainingAmount: Cents }

export type OperationRefundAnswer = { remainingAmount: Cents; refund: Refund }
