import { useMutation } from '@tanstack/react-query'
import Laptop from 'lucide-react/icons/laptop'
import Smartphone from 'lucide-react/icons/smartphone'
import type { ReactNode } from 'react'
import type { OpenSession } from '#contract/access/security'
import { t } from '../../platform/i18n/t.ts'
import { failureMessage } from '../../platform/feedback/failureMessage.ts'
import { showToast } from '../../platform/feedback/toasts.ts'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { Flag } from '../../platform/ui/feedback/Flag.tsx'

type Browser = Pick<OpenSession, 'browser' | 'system'>

/** A browser’s display name. */
export function deviceName({ browser, system }: Browser): string {
  if (browser !== null && system !== null) return t('settings.sessions.device', { browser, system })
  return browser ?? system ?? t('settings.sessions.unknownDevice')
}

const phones = new Set(['iOS', 'Android'])

/** The icon of a phone or a computer, by its operating system. */
function DeviceIcon({ system }: Pick<Browser, 'system'>) {
  const Icon = system !== null && phones.has(system) ? Smartphone : Laptop
  return <Icon aria-hidden className="text-ink-3" />
}

/** The action that removes a row: its labels, the call, and the message afterwards. */
type DeviceAction = {
  label: string
  name: string
  busy: string
  call: () => Promise<unknown>
  done: string
  onSettled: () => Promise<void>
}

type DeviceRowProps = {
  device: Browser
  /** The label of the current browser. */
  present: string | null
  children: ReactNode
  verb: DeviceAction | null
}

/** A browser in a list: its icon, its name, details, and the button that removes it. */
export function DeviceRow({ device, present, children, verb }: DeviceRowProps) {
  const end = useMutation({
    mutationFn: async () => verb?.call(),
    onSuccess: () => verb && showToast(verb.done),
    onSettled: () => verb?.onSettled(),
  })
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line py-4">
      <DeviceIcon system={device.system} />
      <div className="min-w-0 flex-1 basis-48">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 font-medium">
          {deviceName(device)}
          {present !== null && <Flag>{present}</Flag>}
        </p>
        {children}
        {end.isError && (
          <p role="alert" className="mt-1 text-sm text-danger-ink">
            {failureMessage(end.error)}
          </p>
        )}
      </div>
      {verb && (
        <Button size="small" aria-label={verb.name} busy={end.isPending} busyLabel={verb.busy} onClick={() => end.mutate()}>
          {verb.label}
        </Button>
      )}
    </li>
  )
}
