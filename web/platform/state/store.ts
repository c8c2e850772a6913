import { useSyncExternalStore } from 'react'

/** A value with listeners, for `useSyncExternalStore`. */
export type Store<Value> = { get: () => Value; set: (value: Value) => void; watch: (listener: () => void) => () => void }

/** Creates a store. Listeners are notified only when the value changes. */
export function makeStore<Value>(first: Value): Store<Value> {
  let present = first
  const listeners = new Set<() => void>()
  return {
    get: () => present,
    set: (value) => {
      if (Object.is(value, present)) return
      present = value
      for (const listener of listeners) listener()
    },
    watch: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

/** The current value of a store, as a hook. */
export function useStore<Value>(store: Store<Value>): Value {
  return useSyncExternalStore(store.watch, store.get)
}
