/** What a setting takes, and what holds where it was given something else. */
export const settings = {
  '{key:name} could not be read (expected {what}); in force is {value}.':
    '{key} 无法读取（应为{what}）；当前生效：{value}。',
  '{key:name} in the environment is ignored: expected {what}.': '环境变量 {key} 被忽略：应为{what}。',
  'The configuration is in force.': '配置已生效。',
  'a list, or text divided by commas': '列表，或以逗号分隔的文本',
  'a number of at least {least:number}': '不小于 {least} 的数',
  'an http(s) address': 'http(s) 地址',
  'an integer greater than {least:number}': '大于 {least} 的整数',
  'an integer of at least {least:number}': '不小于 {least} 的整数',
  'an integer of at least {least:number} and at most {most:number}': '{least} 至 {most} 的整数',
  'text, never shown again': '文本，不再显示',
  'true or false': 'true 或 false',
  'the value before': '先前的值',
  'the default': '默认值',
  'an empty list': '空列表',
} as const
