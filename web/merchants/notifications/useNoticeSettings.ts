import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { BodyInput } from '#contract/platform/endpoint'
import { noticeSettingsUpdate, noticeSettingsView, type NoticeSettings } from '#contract/merchants/notifications'
import { query } from '../../platform/api/query.ts'
import { write } from '../../platform/api/write.ts'
import { t } from '../../platform/i18n/t.ts'
import { failureMessage } from '../../platform/feedback/failureMessage.ts'
import { showToast } from '../../platform/feedback/toasts.ts'

export const noticeSettingsRead = () => query(noticeSettingsView)

/** The notification settings. A change is shown optimistically and saved; when refused, it is rolled back with the reason. */
export function useNoticeSettings() {
  const client = useQueryClient()
  const read = useQuery(noticeSettingsRead())
  const [saving, setSaving] = useState(0)
  const { queryKey } = noticeSettingsRead()

  async function save(change: BodyInput<typeof noticeSettingsUpdate>, shown: NoticeSettings): Promise<void> {
    const before = client.getQueryData<NoticeSettings>(queryKey)
    client.setQueryData(queryKey, shown)
    setSaving((count) => count + 1)
    try {
      await write(noticeSettingsUpdate, { body: change })
      showToast(t('settings.notifications.saved'), { key: 'noticeSettings' })
    } catch (error) {
      client.setQueryData(queryKey, before)
      showToast(failureMessage(error), { key: 'noticeSettings' })
    } finally {
      setSaving((count) => count - 1)
    }
  }
  return { read, saving: saving > 0, save }
}
