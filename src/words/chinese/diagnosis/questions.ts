/** Answers to questions about an incident. */
export const questions = {
  'No model answers: {failure} This is what is written down.': '没有模型应答：{failure}以下是已有的记录。',
  'Unproven: nothing of it is quoted from the evidence.': '未经证实：没有引用任何证据。',
  '{length} of its quotes {part:word} not found and left out.': '其引用中有 {length} 条没有找到，已略去。',
  'The model refused to answer.': '模型拒绝回答。',
  'The model gave no answer in {value} turns.': '模型在 {value} 轮内没有给出回答。',
  'TARGET_DATABASES names the databases Firebreak can look into.': 'TARGET_DATABASES 指定 Firebreak 可以查看的数据库。',
  'TARGET_KV_STORES names the Redis servers Firebreak keeps an eye on; its metrics and logs are found by name.':
    'TARGET_KV_STORES 指定 Firebreak 关注的 Redis 服务器；其指标和日志按名称查找。',
  'Its metrics and logs (METRICS_URL, LOGS_URL) are found by its name.':
    '其指标和日志（METRICS_URL、LOGS_URL）按名称查找。',
  'Ruled out: {one}': '已排除：{one}',
  'Could not be looked at: {one}': '无法查看：{one}',
  '{called}: it was looked at ({where}), and nothing unusual was seen of it.':
    '{called}：已查看（{where}），没有看到异常。',
  '{called}: it is named in what was looked at ({where}), and nothing unusual was seen of it there; nobody asked for itself.':
    '{called}：在所查看的内容（{where}）中提到了它，那里没有看到异常；没有单独查询它。',
  'was looked at': '已查看',
  'is named there': '在那里被提到',
  'To have it looked at, look again with a comment that names it.': '如需查看它，请在重新诊断时用备注点名它。',
  'nothing was looked at yet, so nothing is known of it.': '尚未查看任何内容，因此对它一无所知。',
  'nobody looked at it: nothing that was looked at names it, so nothing is known of it.':
    '没有查看过它：所查看的内容没有提到它，因此对它一无所知。',
  'The environment context knows it.': '环境信息中有它。',
  'The environment context does not name it either: add it there (services or infrastructure), then look again with a comment that names it.':
    '环境信息中也没有它：请在那里添加（services 或 infrastructure），然后在重新诊断时用备注点名它。',
} as const
