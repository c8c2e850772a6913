import { useRef, useState } from 'react'
import { widgetPublish, widgetRestore, widgetSave, type Widget } from '#contract/merchants/preferences'
import { isHexColour } from '#domain/platform/identifiers'
import type { WidgetPreferences } from '#domain/sales/widget/widgetPreferences'
import { isApiFailure } from '../../platform/api/apiFailure.ts'
import { write } from '../../platform/api/write.ts'
import { useMerchant } from '../../platform/requests/useMerchant.ts'
import { useSaving } from '../../platform/requests/useSaving.ts'
import { useWidgetWrites } from './useWidgetWrites.ts'

const colours = ['textColor', 'btnTextColor', 'btnBgColor'] as const

/**
 * The draft of a widget: saved automatically after a pause and on navigation, one change after the other, each with its base revision. What could not be
 * saved stays in the form.
 */
export function useWidgetDraft(widget: Widget) {
  const { may } = useMerchant()
  const { busy, error, forget, readAgain, send } = useWidgetWrites(widget)
  const [typed, setTyped] = useState<WidgetPreferences | null>(null)
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
    const done = await send('save', sent, ({ params, revision, key }) =>
      write(widgetSave, { params, body: { preferences: sent, revision }, key }),
    )
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
    publish: async (): Promise<boolean> =>
      (await save()) && send('publish', null, ({ params, revision, key }) => write(widgetPublish, { params, body: { revision }, key })),
    restore: async (number: number): Promise<boolean> =>
      (await save()) &&
      send('restore', number, ({ params, revision, key }) => write(widgetRestore, { params, body: { number, revision }, key })),
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
