import type { Services } from '../../platform/calls/call.ts'

/** The process was killed here. */
export class Killed extends Error {}

/**
 * Services of a process that is killed at its nth step: each transaction and each request to a partner is two steps, before it begins and after it took
 * effect; from then on nothing works. `steps`: how many there were.
 */
export function cutServices(services: Services, killedAt: number): { services: Services; steps: () => number } {
  let steps = 0
  const step = () => {
    if (steps >= killedAt) throw new Killed('the process was killed')
    steps += 1
  }
  const cut =
    <A extends unknown[], R>(call: (...given: A) => Promise<R>) =>
    async (...given: A): Promise<R> => {
      step()
      const result = await call(...given)
      step()
      return result
    }
  const { database, payments } = services
  return {
    steps: () => steps,
    services: {
      ...services,
      log: () => {},
      database: { ...database, write: cut(database.write.bind(database)) as typeof database.write },
      payments: {
        ...payments,
        cards: {
          ...payments.cards,
          charge: cut(payments.cards.charge),
          refundCharge: cut(payments.cards.refundCharge),
          findRefund: cut(payments.cards.findRefund),
          ...(payments.cards.balance && { balance: { list: cut(payments.cards.balance.list) } }),
          disputes: {
            ...payments.cards.disputes,
            find: cut(payments.cards.disputes.find),
            submit: cut(payments.cards.disputes.submit),
            accept: cut(payments.cards.disputes.accept),
          },
        },
        transfers: { ...payments.transfers, send: cut(payments.transfers.send), reports: cut(payments.transfers.reports) },
      },
    },
  }
}
