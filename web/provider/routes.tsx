import type { ComponentType } from 'react'
import type { ConsoleRoute } from './frame/consoleRoute.ts'

/** Every page of the console, in the order of the menu's sections; each is loaded when it is first opened. */
export const routes: readonly ConsoleRoute[] = []

/** The pages without a session, by their address. */
export const outside: Readonly<Record<string, ComponentType>> = {}
