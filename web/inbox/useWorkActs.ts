import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { inboxAssign, inboxCheck, inboxSnooze, type WorkItem } from '#contract/inbox'
import { snoozedUntil, type Snooze } from '#domain/inbox'
import { write } from '../api/write.ts'
import { nearTime } from '../i18n/format.ts'
import { t } from '../i18n/t.ts'
import { failureText } from '../operation/FailureCard.tsx'
import { useShop } from '../operation/useShop.ts'
import { showToast } from '../shell/toasts.ts'

/** What people say about an item: who looks after it, when to be reminded, that it has been looked at. The list is read again after each. */
export function useWorkActs() {
  const { merchantId } = useShop()
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)

  async function act(work: () => Promise<unknown>, said: string): Promise<void> {
    if (busy) return
    setBusy(true)
    try {
      await work()
      showToast(said, { key: 'work' })
    } catch (error) {
      showToast(failureText(error), { key: 'work' })
    } finally {
      await client.invalidateQueries({ queryKey: ['inboxList'] })
      setBusy(false)
    }
  }

  return {
    assign: ({ key }: WorkItem, person: { userId: string; name: string } | null) =>
      act(
        () => write(inboxAssign, { params: { merchantId }, body: { key, userId: person?.userId ?? null } }),
        person ? t('inbox.owner.given', { name: person.name }) : t('inbox.owner.taken'),
      ),
    snooze: ({ key }: WorkItem, snooze: Snooze) =>
      act(
        () => write(inboxSnooze, { params: { merchantId }, body: { key, snooze } }),
        t('inbox.snooze.done', { when: nearTime((snoozedUntil(snooze, new Date(), null) ?? new Date()).toISOString()) }),
      ),
    wake: ({ key }: WorkItem) =>
      act(() => write(inboxSnooze, { params: { merchantId }, body: { key, snooze: null } }), t('inbox.snooze.woken')),
    check: ({ key }: WorkItem) => act(() => write(inboxCheck, { params: { merchantId }, body: { key } }), t('inbox.check.done')),
  }
}

export type WorkActs = ReturnType<typeof useWorkActs>
