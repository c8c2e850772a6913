import type { ConsoleApi, ConsoleCallName } from '#contract/consoleApi'
import type { PathParams } from '#contract/platform/endpoint'
import { Anchor } from '../../platform/ui/controls/Anchor.tsx'
import { Button, type ButtonProps } from '../../platform/ui/controls/Button.tsx'
import { linkClass } from '../../platform/ui/controls/linkClass.ts'
import { useWaiting } from './useWaiting.ts'

type RequestedButtonProps<N extends ConsoleCallName> = ButtonProps & { call: N; params: PathParams<ConsoleApi[N]> }

/** The button of a call that a second person confirms: while a request for it waits, that request is shown in its place. */
export function RequestedButton<N extends ConsoleCallName>({ call, params, ...button }: RequestedButtonProps<N>) {
  const waiting = useWaiting()(call, params)
  if (waiting === null) return <Button {...button} />
  return (
    <Anchor href="/console/confirmations" className={`${linkClass} text-md`}>
      {waiting}
    </Anchor>
  )
}
