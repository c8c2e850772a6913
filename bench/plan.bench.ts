import { basisPoints, cents } from '#domain/platform/money'
import { localDate } from '#domain/platform/dates'
import { computePlan } from '#domain/sales/plans/plan'
import { end, figure } from './figure.ts'

// The cost of one plan of 36 instalments: the till and the simulator compute some twenty while the user types. `npm run bench -- plan`.
const plans = 100

/** CPU time of one plan, in milliseconds: independent of the load of the machine. */
function once(): number {
  const start = process.cpuUsage()
  for (let index = 0; index < plans; index += 1)
    computePlan({
      orderCents: cents(250_000 + index),
      numInstalments: 36,
      tin: basisPoints(1_999),
      downpayment: 'equal',
      payday: 5,
      signedOn: localDate('2026-01-31'),
    })
  return process.cpuUsage(start).user / 1_000 / plans
}

figure({ name: 'one plan of 36 instalments', value: Math.min(...Array.from({ length: 15 }, once)), unit: 'ms', budget: 0.3 })
end()
