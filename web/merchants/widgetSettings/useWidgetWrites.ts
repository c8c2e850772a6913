import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { Widget } from '#contract/merchants/preferences'
import { isOutcomeUnknown } from '../../platform/api/apiFailure.ts'
import { newKey } from '../../platform/api/call.ts'
import type { Mode } from '../../platform/api/requestMode.ts'
import { newerOf } from '../../platform/requests/newerOf.ts'
import { useMerchant } from '../../platform/requests/useMerchant.ts'
import { widgetRead } from '../preferences/preferenceReads.ts'

type WidgetWrite = 'save' | 'publish' | 'restore'

type At = { params: { merchantId: string; view: string }; revision: number; key: string; mode: Mode }
/** A write as it was sent: it can be sent again, and is done once. */
type WidgetRequest = { what: WidgetWrite; content: string; again: () => Promise<Widget> }

/**
 * Writes of one widget, one after the other, each with the revision that the form is based on; each answer becomes the new state. A write whose answer was
 * lost is first repeated as it was, so that what follows is based on its revision and is no conflict with oneself. `typing`: the form has unsaved changes.
 */
export function useWidgetWrites({ view, revision }: Pick<Widget, 'view' | 'revision'>, typing: boolean) {
  // The mode in which the form was opened: with another one it is another form.
  const { merchantId, mode } = useMerchant()
  const client = useQueryClient()
  const { queryKey } = widgetRead(merchantId, view, mode)
  const [busy, setBusy] = useState<WidgetWrite | null>(null)
  const [error, setError] = useState<unknown>(null)
  const turn = useRef<Promise<unknown>>(Promise.resolve())
  const base = useRef(revision)
  const unanswered = useRef<WidgetRequest | null>(null)
  const last = useRef<() => Promise<boolean>>(async () => true)
  // New changes are based on the revision shown on the screen, which a read under way may have from before.
  useEffect(() => {
    if (!typing) base.current = Math.max(base.current, revision)
  }, [revision, typing])

  async function attempt(request: WidgetRequest): Promise<void> {
    unanswered.current = request
    setBusy(request.what)
    try {
      const answer = await request.again()
      base.current = Math.max(base.current, answer.revision)
      client.setQueryData(queryKey, (known) => newerOf(known, answer))
      unanswered.current = null
    } catch (failure) {
      if (!isOutcomeUnknown(failure)) unanswered.current = null
      throw failure
    }
  }
  /** True when all was done; a refusal is in `error`. */
  function queue(work: () => Promise<void>): Promise<boolean> {
    const next = turn.current.then(async () => {
      try {
        await work()
        setError(null)
        return true
      } catch (failure) {
        setError(failure)
        return false
      } finally {
        setBusy(null)
      }
    })
    turn.current = next
    return next
  }
  /** `content`: what is written. */
  function send(what: WidgetWrite, content: unknown, call: (at: At) => Promise<Widget>): Promise<boolean> {
    last.current = () => send(what, content, call)
    return queue(async () => {
      const [lost, contentText] = [unanswered.current, JSON.stringify(content)]
      if (lost) await attempt(lost)
      if (lost?.what === what && lost.content === contentText) return
      const at = { params: { merchantId, view }, revision: base.current, key: newKey(), mode }
      await attempt({ what, content: contentText, again: () => call(at) })
    })
  }
  return {
    busy,
    error,
    forget: () => setError(null),
    readAgain: () => client.invalidateQueries({ queryKey }),
    /** The last write again; one without an answer as it was sent. */
    repeat: () => last.current(),
    send,
  }
}
