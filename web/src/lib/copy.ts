// Copies a text that stands on the page, and says whether the browser did.
import { words } from '$i18n'
import { toast } from '$state/toasts.svelte'

export async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    toast(words().common.copied)
  } catch {
    toast(words().common.copyByHand, 'bad')
  }
}
