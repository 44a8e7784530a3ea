/** What is known of a plugin's use, over all instances and restarts. */
type PluginUse = { usageCount: number; averageSeconds: number; successRate: number }

export type PluginStats = {
  record(name: string, call: { success: boolean; seconds: number }): Promise<void>
  read(name: string): Promise<PluginUse>
}
