import { lazy, Suspense } from 'react'
import { t } from '../i18n/t.ts'
import type { Mode } from '../api/requestMode.ts'
import { hasDrafts } from '../session/drafts.ts'
import { go } from '../routes/go.ts'
import { switchMode } from '../navigation/merchantChanged.ts'
import { paths } from '../routes/paths.ts'
import { useSession } from '../session/session.ts'
import { showToast } from '../feedback/toasts.ts'
import { useAddress } from '../routes/useAddress.ts'

const SandboxOnlyMark = lazy(async () => ({ default: (await import('./SandboxOnlyMark.tsx')).SandboxOnlyMark }))

const modes: readonly Mode[] = ['live', 'sandbox']

/**
 * Live or sandbox, per merchant, saved on this device; where there is no choice, the reason. An object of one mode is not looked up in the other: its
 * list opens instead; so it does for a shop that waits for its approval, which has no other page in test mode.
 */
export function ModeSwitch() {
  const { account, merchant, mode } = useSession()
  const { pathname, params } = useAddress()
  if (account.sandboxOnly) {
    return (
      <Suspense fallback={null}>
        <SandboxOnlyMark />
      </Suspense>
    )
  }
  if (!merchant?.sandboxEnabled) return null
  const choose = (chosen: Mode) => {
    if (chosen === mode) return
    const draftsNote = hasDrafts() ? ` ${t(`shell.mode.kept.${mode}`)}` : ''
    switchMode(chosen)
    const list = Object.keys(params).some((name) => name !== 'merchantId') || merchant.status === 'pending'
    go(list ? paths.operations(merchant.id) : pathname, { replace: !list })
    // A shop that waits for its approval moves no money in live mode either.
    if (chosen === 'live' && merchant.status === 'pending') return
    showToast(t(chosen === 'sandbox' ? 'shell.mode.nowSandbox' : 'shell.mode.nowLive') + draftsNote, { key: 'mode' })
  }
  return (
    <div
      role="group"
      aria-label={t('shell.mode.label')}
      className="mode-switch flex flex-none rounded-full border border-line-strong p-0.5"
      data-mode={mode}
    >
      {modes.map((name) => (
        <button
          key={name}
          type="button"
          aria-pressed={name === mode}
          className="min-h-7 rounded-full px-3 text-sm max-md:min-h-8 max-md:px-2.5"
          onClick={() => choose(name)}
        >
          {t(`shell.mode.${name}`)}
        </button>
      ))}
    </div>
  )
}
