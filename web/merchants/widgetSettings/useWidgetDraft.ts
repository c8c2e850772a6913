import { useRef, useState } from 'react'
import { widgetPublish, widgetRestore, widgetSave, type Widget } from '#contract/merchants/preferences'
import { isHexColour } from '#domain/platform/identifiers'
import type { WidgetPreferences } from '#domain/sales/widget/widgetPreferences'
import { isApiFailure } from '../../platform/api/apiFailure.ts'
import { write } from '../../platform/api/write.ts'
import { showToast } from '../../platform/feedback/toasts.ts'
import { t } from '../../platform/i18n/t.ts'
import { useMerchant } from '../../platform/requests/useMerchant.ts'
import { useSaving } from '../../platform/requests/useSaving.ts'
import { useWidgetWrites } from './useWidgetWrites.ts'

const colours = ['textColor', 'btnTextColor', 'btnBgColor'] as const

/** Says when it is done, repeated or not. */
async function saying(words: string, done: Promise<Widget>): Promise<Widget> {
  const answer = await done
  showToast(words, { key: 'widget' })
  return answer
}

/**
 * The draft of a widget: saved automatically after a pause and on navigation, one change after the other, each with its base revision. What could not be
 * saved stays in the form.
 */
export function useWidgetDraft(widget: Widget) {
  const { may } = useMerchant()
  const [typed, setTyped] = useState<WidgetPreferences | null>(null)
  const { busy, error, forget, readAgain, repeat, send } = useWidgetWrites(widget, typed !== null)
  const latest = useRef<WidgetPreferences | null>(null)
  const preferences = typed ?? widget.draft?.preferences ?? widget.published
  const isWhole = colours.every((name) => isHexColour(preferences[name]))
  const stale = isApiFailure(error) && error.type === 'WidgetStale'

  function keep(next: WidgetPreferences | null) {
    latest.current = next
    setTyped(next)
  }
  async function save(): Promise<boolean> {
    const sent = latest.current
    if (sent === null) return true
    const done = await send('save', sent, ({ revision, ...at }) => write(widgetSave, { ...at, body: { preferences: sent, revision } }))
    if (done && latest.current === sent) keep(null)
    return done
  }
  const isReady = typed !== null && isWhole && may('widgetSave')
  useSaving({ words: isReady && error === null ? JSON.stringify(typed) : null, ready: isReady, unsaved: isReady, save })

  return {
    preferences,
    isWhole,
    busy,
    error,
    stale,
    /** No change is in flight or has failed. */
    saved: typed === null,
    waits: widget.draft !== null || typed !== null,
    change<Name extends keyof WidgetPreferences>(name: Name, value: WidgetPreferences[Name]) {
      if (!stale) forget()
      keep({ ...(latest.current ?? preferences), [name]: value })
    },
    save,
    /** Saves what is typed, or else makes the last write again. */
    again: () => (latest.current === null ? repeat() : save()),
    publish: async (): Promise<boolean> =>
      (await save()) &&
      send('publish', null, ({ revision, ...at }) =>
        saying(t('preferences.published'), write(widgetPublish, { ...at, body: { revision } })),
      ),
    restore: async (number: number): Promise<boolean> =>
      (await save()) &&
      send('restore', number, ({ revision, ...at }) =>
        saying(t('preferences.restored', { number }), write(widgetRestore, { ...at, body: { number, revision } })),
      ),
    /** Resets the draft to the published look. */
    discard: () => keep({ ...widget.published }),
    /** Discards the draft and shows what somebody else saved. */
    async takeTheirs() {
      keep(null)
      forget()
      await readAgain()
    },
  }
}

export type WidgetDraft = ReturnType<typeof useWidgetDraft>
