import type { Operation } from '#contract/operations'

/** An operation for tests: 600,00 € in six instalments at 0 %, confirmed and captured, nothing given back. */
export function testOperation(some: Partial<Operation> = {}): Operation {
  return {
    id: '01a14680f3187cde9ee84cfefb5cbd4d', mid: 'PED-10231', sandbox: false, category: 'accepted', substatus: 'payment_process',
    statusReason: null, suspensionReason: null, channel: 'in_store', product: 'instalments', captureMode: 'automatic',
    numInstalments: 6, paidInstalments: 2, totalAmount: 60_000, voidedAmount: 0, capturedAmount: 60_000, refundedAmount: 0, heldAmount: 0,
    netAmount: 54_603, settlementStatus: 'settled', settlementReference: 'LIQ-2026-000171',
    created: '2026-09-14T09:04:00.000Z', confirmed: '2026-09-14T09:09:00.000Z', expiresAt: null, confirmBy: null, captureBy: null,
    lastCapturedAt: '2026-09-14T09:09:00.000Z', nextDueOn: '2026-12-14', nextDueAmount: 10_000,
    feeRate: 250, feeFixed: 30, vatRate: 2100, feeAmount: 1_530, vatAmount: 321, subsidyAmount: 3_546,
    remainingAmount: 60_000, remainingCaptureAmount: 0, downpaymentAmount: 0, openingFeeAmount: 0, tin: 0, tae: 0,
    duplicateOf: null, createdBy: null,
    customer: { firstName: 'Carmen', lastName: 'Illescas Mora', email: 'carmen@correo.example', phone: '600000214', documentNumber: '00004567Z', others: [] },
    instalments: [], captures: [], refunds: [],
    settlementLines: [{
      kind: 'order', grossAmount: 60_000, feeAmount: 1_530, vatAmount: 321, subsidyAmount: 3_546, netAmount: 54_603,
      occurredAt: '2026-09-14T09:09:00.000Z', valueOn: '2026-09-15', settlementReference: 'LIQ-2026-000171',
    }],
    history: [], articleCount: 1,
    ...some,
  }
}

/** A refund for tests: 40,00 € done. */
export function testRefund(some: Partial<Operation['refunds'][number]> = {}): Operation['refunds'][number] {
  return {
    id: '01b00000000070008000000000000001', kind: 'refund', amount: 4_000, state: 'completed', releaseAt: null, reason: 'product_returned', comment: null,
    merchantReference: null, creditToCustomer: 0, refundedMerchantFee: 100, refundedVat: 21, refundedSubsidy: 236,
    created: '2026-11-16T09:12:00.000Z', createdBy: 'Marta Quiroga', completedAt: '2026-11-16T09:12:20.000Z',
    ...some,
  }
}
