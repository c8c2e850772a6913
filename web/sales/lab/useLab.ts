import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { sandboxClock, sandboxScenario, type SandboxClock } from '#contract/sales/lab'
import type { Scenario } from '#domain/sales/operations/sandbox'
import { setTestClockOffset } from '../../platform/api/merchantNow.ts'
import { write } from '../../platform/api/write.ts'
import { longDayText } from '../../platform/i18n/calendar.ts'
import { t } from '../../platform/i18n/t.ts'
import { failureText } from '../../platform/requests/FailureCard.tsx'
import { useMerchant } from '../../platform/requests/useMerchant.ts'
import { showToast } from '../../platform/feedback/toasts.ts'

type Busy = { scenario: Scenario } | { days: number } | null

/** Runs one scenario or clock change at a time; created operations stay listed while the page is open, and all cached data of the shop is invalidated. */
export function useLab() {
  const { merchantId } = useMerchant()
  const client = useQueryClient()
  const [busy, setBusy] = useState<Busy>(null)
  const [created, setCreated] = useState<Readonly<Partial<Record<Scenario, readonly string[]>>>>({})

  async function run(what: NonNullable<Busy>, work: () => Promise<string>): Promise<void> {
    if (busy !== null) return
    setBusy(what)
    try {
      showToast(await work(), { key: 'lab' })
    } catch (error) {
      showToast(failureText(error), { key: 'lab' })
    } finally {
      await client.invalidateQueries()
      setBusy(null)
    }
  }
  const moved = ({ aheadMs }: SandboxClock) => setTestClockOffset(aheadMs)

  return {
    busy,
    created,
    create: (scenario: Scenario) =>
      run({ scenario }, async () => {
        const answer = await write(sandboxScenario, { params: { merchantId, scenario } })
        moved(answer.clock)
        setCreated((known) => ({ ...known, [scenario]: [...(known[scenario] ?? []), answer.operationId] }))
        return t('lab.made.said', { scenario: t(`lab.scenario.${scenario}`) })
      }),
    advance: (advanceDays: 1 | 7 | 31) =>
      run({ days: advanceDays }, async () => {
        const clock = await write(sandboxClock, { params: { merchantId }, body: { advanceDays } })
        moved(clock)
        return t('lab.clock.done', { day: longDayText(new Date(clock.now)) })
      }),
  }
}

export type Lab = ReturnType<typeof useLab>
