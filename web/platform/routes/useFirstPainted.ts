import { startTransition, useEffect, useState } from 'react'
import { afterPaint } from './afterPaint.ts'

/** Whether what this component drew first has been painted. The pass that follows can be interrupted by a press. */
export function useFirstPainted(): boolean {
  const [painted, setPainted] = useState(false)
  useEffect(() => afterPaint(() => startTransition(() => setPainted(true))), [])
  return painted
}
