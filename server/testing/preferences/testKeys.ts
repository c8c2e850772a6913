import type { OverlapHours } from '#domain/merchants/apiKey'
import { ids, testPassword, type Persona } from '../testFixture.ts'
import type { TestServer, TestSession } from '../testServices.ts'
import type { Mode } from '../../platform/database/scope.ts'
import { hexOf } from '../../platform/calls/wire.ts'

export const merchantId = hexOf(ids.merchantA1)
export const HOUR = 3_600_000

/** The acting member, shop and mode. */
export type By = { as?: Persona | TestSession; mode?: Mode; merchant?: string }

/** The key calls of one member in one shop and mode. */
export function keyCalls(server: TestServer, { as = 'adminA', mode = 'live', merchant = merchantId }: By = {}) {
  const here = { as, mode, params: { merchantId: merchant } } as const
  return {
    list: () => server.call('keyList', here),
    stepUp: () => server.call('meStepUp', { body: { password: testPassword }, as }),
    renew: (kind: string, overlapHours: OverlapHours = 24, key?: string) =>
      server.call('keyRenew', {
        ...here,
        params: { merchantId: merchant, kind },
        body: { overlapHours },
        ...(key === undefined ? {} : { key }),
      }),
    revoke: (keyId: string) => server.call('keyRevoke', { ...here, params: { merchantId: merchant, keyId } }),
    /** A key created after a fresh password. */
    async createKey(kind: string, overlapHours: OverlapHours = 24) {
      await this.stepUp()
      const answer = await this.renew(kind, overlapHours)
      if (answer.status !== 201) throw new Error(`no key: ${answer.status} ${answer.raw}`)
      return answer.body
    },
  }
}
