import { useEffect, useEffectEvent, useImperativeHandle, useRef, useState, type Ref } from 'react'
import { type FromCardField, readFromCardField, type ToCardField } from '../../cardField/cardMessages.ts'
import { t } from '../../../platform/i18n/t.ts'

/** What the step can tell the field. */
export type CardHandle = { send: (message: ToCardField) => void }

type CardFrameProps = {
  /** Where the provider of card payments draws its field. */
  url: string
  /** Said to the customer's bank beside its question. */
  payee: string
  amount: string
  onMessage: (message: FromCardField) => void
  onUnreachable: () => void
  ref: Ref<CardHandle>
}

const answersWithinMs = 12_000

/**
 * The page of the card provider inside ours. Both sides speak by exact origins: what comes from anywhere but this frame and
 * its origin is not read, and what is said to it is handed to no other.
 */
export function CardFrame({ url, payee, amount, onMessage, onUnreachable, ref }: CardFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null)
  const [height, setHeight] = useState<number | null>(null)
  const { href, origin } = new URL(url, location.href)
  const send = (message: ToCardField) => frame.current?.contentWindow?.postMessage(message, origin)
  const hear = useEffectEvent((event: MessageEvent) => {
    if (event.origin !== origin || event.source !== frame.current?.contentWindow) return
    const message = readFromCardField(event.data)
    if (message === null) return
    if (message.card === 'ready' || message.card === 'height') setHeight(message.height)
    onMessage(message)
  })
  const giveUp = useEffectEvent(onUnreachable)
  useImperativeHandle(ref, () => ({ send }))
  useEffect(() => {
    addEventListener('message', hear)
    return () => removeEventListener('message', hear)
  }, [])
  useEffect(() => {
    if (height !== null) return
    const timer = setTimeout(giveUp, answersWithinMs)
    return () => clearTimeout(timer)
  }, [height])
  return (
    <div className="rounded-3 border border-line bg-sheet p-3">
      {height === null && <p className="p-1 text-ink-3">{t('consumerScreens.card.loading')}</p>}
      {/* oxlint-disable-next-line react/iframe-missing-sandbox -- the provider's own page: sandboxed it would have no origin to check messages by */}
      <iframe
        ref={frame}
        src={href}
        title={t('consumerScreens.card.frame')}
        referrerPolicy="no-referrer"
        className={`block w-full border-0 ${height === null ? 'h-0' : ''}`}
        style={height === null ? undefined : { height }}
        onLoad={() => send({ card: 'hello', payee, amount })}
      />
    </div>
  )
}
