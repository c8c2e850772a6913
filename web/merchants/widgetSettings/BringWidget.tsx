import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { widgetView } from '#contract/merchants/preferences'
import { changedPreferences, type WidgetPreferences } from '#domain/sales/widget/widgetPreferences'
import { type WidgetView } from '#domain/sales/widget/widgetViews'
import { query } from '../../platform/api/query.ts'
import { t } from '../../platform/i18n/t.ts'
import { useMerchant } from '../../platform/requests/useMerchant.ts'
import { showToast } from '../../platform/feedback/toasts.ts'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { BringDialog } from '../preferences/BringDialog.tsx'
import { otherMode, worked } from '../preferences/otherMode.ts'
import type { WidgetDraft } from './useWidgetDraft.ts'
import { preferenceText } from './widgetText.ts'

type Name = keyof WidgetPreferences

/** Copies the widget’s look from the other mode, as an unpublished draft. */
export function BringWidget({ view, draft }: { view: WidgetView; draft: WidgetDraft }) {
  const { mode } = useMerchant()
  const [open, setOpen] = useState(false)
  return (
    <div>
      <Button onClick={() => setOpen(true)}>{t(`preferences.bring.act.${otherMode(mode)}`)}</Button>
      {open && <WidgetDialog view={view} draft={draft} onClose={() => setOpen(false)} />}
    </div>
  )
}

function WidgetDialog({ view, draft, onClose }: { view: WidgetView; draft: WidgetDraft; onClose: () => void }) {
  const { merchantId, mode } = useMerchant()
  const { data, error } = useQuery({
    ...query(widgetView, { params: { merchantId, view }, mode: otherMode(mode) }),
    gcTime: 0,
    staleTime: 0,
  })
  const there = data && worked(data)
  const differing =
    there === undefined
      ? null
      : changedPreferences(draft.preferences, there).map((name) => ({
          name,
          label: t(`preferences.${name}`),
          from: preferenceText(name, draft.preferences[name]),
          to: preferenceText(name, there[name]),
        }))

  async function take(chosen: Name[]) {
    if (!there) return
    const one = <N extends Name>(name: N) => draft.change(name, there[name])
    for (const name of chosen) one(name)
    // Field errors are shown on the page, beside the fields.
    if (await draft.save()) showToast(t('preferences.bring.done'), { key: 'widget' })
  }
  return <BringDialog differing={differing} error={error} note={t('preferences.bring.note.widget')} onTake={take} onClose={onClose} />
}
