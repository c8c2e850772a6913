import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { inboxAssign, inboxCheck, inboxSnooze, type WorkItem } from '#contract/merchants/inbox'
import { snoozedUntil, type Snooze } from '#domain/merchants/inbox'
import { write } from '../../platform/api/write.ts'
import { serverNow } from '../../platform/api/serverClock.ts'
import { nearTime } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { failureText } from '../../platform/requests/FailureCard.tsx'
import { useAnotherLink } from '../../sales/operationStatus/useAnotherLink.ts'
import { useMerchant } from '../../platform/requests/useMerchant.ts'
import { paths } from '../../platform/routes/paths.ts'
import { go } from '../../platform/routes/go.ts'
import { showToast } from '../../platform/feedback/toasts.ts'
import { useHere } from './useHere.ts'

/** Actions on an item: assign, snooze, mark as seen. The list is read again after each. */
export function useWorkActs() {
  const { merchantId, mode, flag } = useMerchant()
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const anotherLink = useAnotherLink('work')
  const place = `${merchantId} ${mode}`
  const here = useHere(place)

  /** `work` resolves to the message to show; null: none. */
  async function act(work: () => Promise<string | null>): Promise<void> {
    if (busy) return
    setBusy(true)
    try {
      const message = await work()
      if (message !== null) showToast(message, { key: 'work' })
    } catch (error) {
      showToast(failureText(error), { key: 'work' })
    } finally {
      await client.invalidateQueries({ queryKey: ['inboxList'] })
      setBusy(false)
    }
  }

  return {
    assign: ({ key }: WorkItem, person: { userId: string; name: string } | null) =>
      act(async () => {
        await write(inboxAssign, { params: { merchantId }, body: { key, userId: person?.userId ?? null } })
        return person ? t('inbox.owner.given', { name: person.name }) : t('inbox.owner.taken')
      }),
    snooze: ({ key }: WorkItem, snooze: Snooze) =>
      act(async () => {
        await write(inboxSnooze, { params: { merchantId }, body: { key, snooze } })
        return t('inbox.snooze.done', { when: nearTime((snoozedUntil(snooze, serverNow(), null) ?? serverNow()).toISOString()) })
      }),
    unsnooze: ({ key }: WorkItem) =>
      act(async () => {
        await write(inboxSnooze, { params: { merchantId }, body: { key, snooze: null } })
        return t('inbox.snooze.woken')
      }),
    /** Creates a new checkout link in place of the expired one and opens it, unless the user has navigated away meanwhile. */
    sendAnother: ({ objectId }: WorkItem) =>
      act(async () => {
        const link = await anotherLink.make(objectId)
        if (!link) return null
        const { orderUuid, channels } = link
        if (here.current === place) go(paths.checkoutOffline(merchantId, { order: orderUuid, ...flag }))
        return t(channels.length > 0 ? 'inbox.anotherLink.done' : 'inbox.anotherLink.shown')
      }),
    check: ({ key }: WorkItem) =>
      act(async () => {
        await write(inboxCheck, { params: { merchantId }, body: { key } })
        return t('inbox.check.done')
      }),
  }
}

export type WorkActs = ReturnType<typeof useWorkActs>
