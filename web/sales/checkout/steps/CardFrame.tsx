import { useEffect, useEffectEvent, useImperativeHandle, useRef, useState, type Ref } from 'react'
import { type FromCardField, readFromCardField, type ToCardField } from '../../cardField/cardMessages.ts'
import { t } from '../../../platform/i18n/t.ts'

/** Imperative handle: sends messages to the card field. */
export type CardHandle = { send: (message: ToCardField) => void }

type CardFrameProps = {
  /** URL of the card provider's field. */
  url: string
  /** Shown by the customer's bank during strong customer authentication. */
  payee: string
  amount: string
  onMessage: (message: FromCardField) => void
  onUnreachable: () => void
  ref: Ref<CardHandle>
}

const readyTimeoutMs = 12_000

/**
 * The card provider's page in an iframe. Messages are accepted only from this frame's window and exact origin, and are posted
 * to that origin only.
 */
export function CardFrame({ url, payee, amount, onMessage, onUnreachable, ref }: CardFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null)
  const [height, setHeight] = useState<number | null>(null)
  const { href, origin } = new URL(url, location.href)
  const send = (message: ToCardField) => frame.current?.contentWindow?.postMessage(message, origin)
  const handleMessage = useEffectEvent((event: MessageEvent) => {
    if (event.origin !== origin || event.source !== frame.current?.contentWindow) return
    const message = readFromCardField(event.data)
    if (message === null) return
    if (message.card === 'ready' || message.card === 'height') setHeight(message.height)
    onMessage(message)
  })
  const handleTimeout = useEffectEvent(onUnreachable)
  useImperativeHandle(ref, () => ({ send }))
  useEffect(() => {
    addEventListener('message', handleMessage)
    return () => removeEventListener('message', handleMessage)
  }, [])
  useEffect(() => {
    if (height !== null) return
    const timer = setTimeout(handleTimeout, readyTimeoutMs)
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
